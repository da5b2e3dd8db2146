/**
 * Third-party data that some tests read and this repository does not contain. Each is expected next to the repository,
 * or where a variable says. Tests skip missing data; `closing-lines.ts` says so at the end of the run.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

export interface OutsideData {
  readonly what: string;
  readonly path: string;
  readonly isThere: boolean;
  /** The variable that says where it is. */
  readonly variable: string;
  /** The test file that reads it. */
  readonly test: string;
}

const SHARED = resolve(import.meta.dirname, '../../../shared');

function outside(what: string, variable: string, folder: string, test: string): OutsideData {
  const path = process.env[variable] ?? resolve(SHARED, folder);
  return { what, variable, path, isThere: existsSync(path), test };
}

export const WEB_PLATFORM_TESTS = outside('Web Platform Tests', 'WPT_DIR', 'wpt', 'test/wpt/wpt.test.ts');
export const PEER_TOOLS = outside(
  'tool lists of peers',
  'SIGHTLINE_PEERS',
  'peers',
  'test/mcp/drop-in.test.ts',
);
export const SAVED_PAGES = outside(
  'saved pages',
  'SIGHTLINE_SAVED_PAGES',
  'pages',
  'test/snapshot/nothing-lost.test.ts',
);

export const OUTSIDE_DATA = [WEB_PLATFORM_TESTS, PEER_TOOLS, SAVED_PAGES] as const;
