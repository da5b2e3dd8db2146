import type { BrowserEngine } from '../browser-name.js';
import type { FindEnvironment, FoundBrowser } from '../find.js';

/** One way to get a browser. If it throws, the next source is tried. */
export interface ProvisionSource {
  /** For people, in the sentence "tried …". */
  name: string;
  engines: readonly BrowserEngine[];
  provide(engine: BrowserEngine, request: SourceRequest): Promise<StagedBrowser | FoundBrowser>;
}

export interface SourceRequest {
  /** An empty folder for the browser; the caller moves it into place or removes it. */
  folder: string;
  environment: FindEnvironment;
  allowSystem: boolean;
  /** One line about what is going on, and its progress from 0 to 1. */
  progress(line: string, share?: number): void;
  signal: AbortSignal | undefined;
}

/** A browser in the staging folder: every path is relative to that folder. */
export interface StagedBrowser {
  staged: true;
  title: string;
  version: string;
  executable: string;
  headlessOnly: boolean;
  /** Environments to try, the first that works is kept; values are paths. */
  environments: Record<string, string>[];
  /** Debian dependency expressions of the libraries that the browser needs from the system. */
  libraries: string[];
}

export function isStaged(browser: StagedBrowser | FoundBrowser): browser is StagedBrowser {
  return 'staged' in browser;
}
