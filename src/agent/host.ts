/**
 * What all agents of one server share: the browser (started when it is first needed, replaced when it died),
 * the folder that files are kept to, and what each page has done.
 */
import { join } from 'node:path';
import { SightlineError } from '../errors.js';
import { FileFence } from '../fence/file-fence.js';
import { maskActionLog } from '../interact/debug.js';
import type { Browser } from '../page/browser.js';
import type { Context } from '../page/context.js';
import { Emitter } from '../page/emitter.js';
import type { Page } from '../page/page.js';
import { Coverage, debugSnapshots } from './coverage.js';
import { saidPath } from './files/display-path.js';
import { OutputFolder } from './files/output-folder.js';
import { type ConsoleLevel, PageWatch } from './page-watch.js';
import { Secrets } from './secrets/secrets.js';
import { BrowserState, type StateOptions } from './state/browser-state.js';
import type { Tool } from './tool.js';
import { Traces } from './trace/traces.js';

export interface HostOptions {
  /** Starts the browser. What it reports means that one is being fetched first. */
  open(onProgress: (line: string) => void): Promise<Browser>;
  /** Milliseconds that a call waits for a browser to be fetched, before it says so; clients give up after a minute. */
  installPatience?: number;
  /** Where there is no workspace, the folder that files are read from and written to; nothing outside of it is. */
  root: string;
  /** Where files go that an agent gave no name; inside the fence, wherever it is. Default: `.sightline/output`. */
  outputFolder?: string;
  /** Bytes that Sightline's files there may take: the oldest of them go. Without it, none do. */
  outputMaxSize?: number;
  /** How answers write the paths of files. Without it, those of state are relative to the workspace, others absolute. */
  filePaths?: FilePaths;
  /** Lifts that fence. */
  unrestrictedFiles?: boolean;
  /** What no answer and no file may hold. */
  secrets?: Secrets;
  /** The tools that agents may call. */
  tools?: readonly Tool[];
  /** Where the state of pages is written; nowhere without a workspace. */
  state?: StateOptions;
  /** What the answer to an action shows of the page: what changed (the default), all of it, or nothing. */
  snapshotMode?: SnapshotMode;
  /** Whether views have the boxes of elements. */
  boxes?: boolean;
  /** Whether answers say what was done as Playwright code. Default true. */
  code?: boolean;
  /** The least severe console messages that answers tell of. Default `warning`. */
  consoleLevel?: ConsoleLevel;
}

export type FilePaths = 'relative' | 'absolute';
export type SnapshotMode = 'incremental' | 'full' | 'none';

export interface HostEvents {
  page: Page;
  /** What is said while a browser is being fetched. */
  installing: string;
}

export class Host {
  readonly files: FileFence;
  readonly output: OutputFolder;
  readonly filePaths: FilePaths | undefined;
  readonly #root: string;
  readonly secrets: Secrets;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly snapshotMode: SnapshotMode;
  readonly boxes: boolean;
  readonly code: boolean;
  readonly #consoleLevel: ConsoleLevel;
  readonly coverage = new Coverage();
  /** Of calls, as agents asked for them. */
  readonly traces = new Traces();
  /** `host.state.setRoots(…)` when the client tells its roots. */
  readonly state: BrowserState;
  readonly #open: HostOptions['open'];
  readonly #installPatience: number;
  readonly #events = new Emitter<HostEvents>();
  /** The last that was said about a browser that is being fetched. */
  #installing: string | undefined;
  #browser: Promise<Browser> | undefined;
  #running: Browser | undefined;
  #ended = false;
  readonly #watches = new WeakMap<Page, PageWatch>();
  /** Contexts that one agent has for itself. */
  readonly #owners = new WeakMap<Context, object>();

  constructor({
    open,
    root,
    outputFolder = join(root, '.sightline', 'output'),
    outputMaxSize,
    filePaths,
    unrestrictedFiles = false,
    secrets = new Secrets(),
    tools = [],
    snapshotMode = 'incremental',
    boxes = false,
    code = true,
    consoleLevel = 'warning',
    state = {},
    installPatience = 15_000,
  }: HostOptions) {
    this.#open = open;
    this.#installPatience = installPatience;
    this.secrets = secrets;
    maskActionLog((line) => secrets.mask(line));
    this.#root = root;
    this.output = new OutputFolder(outputFolder, outputMaxSize);
    this.filePaths = filePaths;
    this.files = new FileFence(() => (unrestrictedFiles ? undefined : [this.folder, outputFolder]));
    this.snapshotMode = snapshotMode;
    this.boxes = boxes;
    this.code = code;
    this.#consoleLevel = consoleLevel;
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.state = new BrowserState({ ...state, mask: (text) => secrets.mask(text) });
  }

  /** The folder that relative paths start at. */
  get folder(): string {
    return this.state.workspace?.folder ?? this.#root;
  }

  on<E extends keyof HostEvents>(event: E, listener: (payload: HostEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  /** The browser, started if it has to be. One that died is replaced. */
  async browser(): Promise<Browser> {
    if (this.#ended) throw new SightlineError('browser-disconnected', 'The session has ended');
    if (this.#running?.disconnected !== undefined) this.#forget();
    this.#browser ??= this.#start();
    return this.#unlessInstalling(this.#browser);
  }

  /** Open contexts, in the order in which they opened. */
  contexts(): Context[] {
    return this.#running?.disconnected === undefined ? (this.#running?.contexts() ?? []) : [];
  }

  /** Open pages, in the order in which they opened within their contexts. */
  pages(): Page[] {
    return this.contexts().flatMap((context) => context.pages());
  }

  watch(page: Page): PageWatch {
    const known = this.#watches.get(page);
    if (known) return known;
    const watch = new PageWatch(page, {
      told: this.#consoleLevel,
      downloaded: (path) => {
        this.output.made(path);
        return saidPath(path, this);
      },
    });
    this.#watches.set(page, watch);
    return watch;
  }

  /** Keeps a context for one agent: the others neither see it nor reach into it. */
  keepFor(owner: object, context: Context): void {
    this.#owners.set(context, owner);
  }

  ownerOf(context: Context): object | undefined {
    return this.#owners.get(context);
  }

  /** Ends the browser and starts no other. */
  async end(): Promise<void> {
    if (debugSnapshots && !this.#ended) process.stderr.write(`${this.coverage}\n`);
    this.#ended = true;
    await Promise.all([this.closeBrowser(), this.state.end()]);
  }

  /** The next call that needs a browser starts a new one. */
  async closeBrowser(): Promise<void> {
    const opening = this.#browser;
    this.#forget();
    // A browser that could not start is closed; the call that wanted it has said so.
    const browser = await opening?.catch(() => undefined);
    await browser?.close();
  }

  /** A download may outlast the client's patience: then the call says so, and the next one finds the browser. */
  async #unlessInstalling(browser: Promise<Browser>): Promise<Browser> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<'too long'>((resolve) => {
      timer = setTimeout(() => resolve('too long'), this.#installPatience);
    });
    try {
      const first = await Promise.race([browser, tooLong]);
      if (first !== 'too long') return first;
      if (this.#installing === undefined) return await browser;
      throw new SightlineError('browser-installing', `A browser is being installed: ${this.#installing}`);
    } finally {
      clearTimeout(timer);
    }
  }

  #forget(): void {
    this.#browser = undefined;
    this.#running = undefined;
  }

  async #start(): Promise<Browser> {
    try {
      const browser = await this.#open((line) => {
        this.#installing = line;
        this.#events.emit('installing', line);
      });
      this.#running = browser;
      for (const page of browser.pages()) this.#adopt(page);
      browser.on('page', (page) => this.#adopt(page));
      return browser;
    } catch (error) {
      this.#browser = undefined;
      throw error;
    } finally {
      this.#installing = undefined;
    }
  }

  #adopt(page: Page): void {
    this.watch(page);
    this.#events.emit('page', page);
  }
}
