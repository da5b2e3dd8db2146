/**
 * Where an agent's files are: the folder it works in, the fence around it, the folder for files without a name, and
 * the state of pages on disk. Agents that share a browser context share one; each client of an HTTP server with a
 * context of its own has its own.
 */
import { FileFence } from '../fence/file-fence.js';
import { OutputFolder } from './files/output-folder.js';
import { BrowserState, type StateOptions } from './state/browser-state.js';

export interface WorkplaceOptions {
  /** Without a workspace: the only folder for files that are read and written. */
  root: string;
  /** Where files go that an agent gave no name; inside the fence, wherever it is. Default: `.sightline/output`. */
  outputFolder?: string;
  /** Bytes that Sightline's files there may take: the oldest of them go. Without it, none do. */
  outputMaxSize?: number;
  /** How answers write the paths of files. Without it, those of state are relative to the workspace, others absolute. */
  filePaths?: FilePaths;
  /** Lifts that fence. */
  unrestrictedFiles?: boolean;
  /** Where the state of pages is written; nowhere without a workspace. */
  state?: StateOptions;
}

export type FilePaths = 'relative' | 'absolute';

export class Workplace {
  readonly files: FileFence;
  readonly filePaths: FilePaths | undefined;
  /** `state.setRoots(…)` when the client sends its roots. */
  readonly state: BrowserState;
  readonly #options: WorkplaceOptions;
  #output: OutputFolder | undefined;

  constructor(options: WorkplaceOptions) {
    this.#options = options;
    this.filePaths = options.filePaths;
    this.state = new BrowserState(options.state);
    this.files = new FileFence(() =>
      options.unrestrictedFiles ? undefined : [this.folder, this.output.fenced],
    );
  }

  /** The folder that relative paths start at. */
  get folder(): string {
    return this.state.workspace?.folder ?? this.#options.root;
  }

  /** Stays where it was when it was first needed: a browser saves downloads there. */
  get output(): OutputFolder {
    const { outputFolder, outputMaxSize } = this.#options;
    this.#output ??=
      outputFolder === undefined
        ? OutputFolder.in(this.folder, outputMaxSize)
        : new OutputFolder(outputFolder, outputMaxSize);
    return this.#output;
  }

  end(): Promise<void> {
    return this.state.end();
  }
}
