/**
 * What all agents of one server share: the browser (started on first use, replaced if it died), the folder for files,
 * and the events of each page.
 */
import { SightlineError } from '../errors.js';
import { maskActionLog } from '../interact/debug.js';
import type { Browser } from '../page/browser.js';
import type { Context } from '../page/context.js';
import { Emitter } from '../page/emitter.js';
import type { Page } from '../page/page.js';
import type { CodeLanguage } from './code/languages/translate.js';
import { Coverage, debugSnapshots } from './coverage.js';
import { saidPath } from './files/display-path.js';
import { type ConsoleLevel, PageWatch } from './page-watch.js';
import { People } from './person/people.js';
import type { Policy } from './policy/policy.js';
import { Secrets } from './secrets/secrets.js';
import { SharedPictures } from './shared-pictures.js';
import type { Tool } from './tool.js';
import { Traces } from './trace/traces.js';
import type { TrailOptions } from './trail/trail.js';
import { Trails } from './trail/trails.js';
import { Video, type VideoOptions } from './video/video.js';
import { Workplace, type WorkplaceOptions } from './workplace.js';

export interface HostOptions extends WorkplaceOptions {
  /** Starts the browser. Reports progress only while it downloads one first. */
  open(onProgress: (line: string) => void, downloadsFolder: string): Promise<Browser>;
  /** `open` connects to a running browser, which may have open pages before the first call. */
  joins?: boolean;
  /** The host does not close the browser. */
  keepsBrowser?: boolean;
  /** Milliseconds that a call waits for a browser download before it fails; clients give up after a minute. */
  installPatience?: number;
  /** Values that no answer and no file may contain. */
  secrets?: Secrets;
  /** The tools that agents may call. */
  tools?: readonly Tool[];
  /** What the answer to an action shows: the changes (default), the whole page, or nothing. */
  snapshotMode?: SnapshotMode;
  /** Tokens of the first look at a document; 0 for the whole page. */
  outlineTokens?: number;
  /** How large a picture may be that is sent: pixels of its longer side and in all; 0 for any. */
  imageLimits?: { side?: number; pixels?: number };
  /** Whether snapshots contain bounding boxes. */
  boxes?: boolean;
  /** Language of the equivalent Playwright code in answers, or none. Default `typescript`. */
  code?: CodeLanguage | 'none';
  /** The lowest console level that answers report. Default `warning`. */
  consoleLevel?: ConsoleLevel;
  /** Milliseconds that browser_wait_for waits for its condition unless the call says otherwise. 0: its own limit. */
  actionTimeout?: number;
  /** The settings of the server, without secrets, for agents that ask. */
  config?: Readonly<Record<string, unknown>>;
  /** What agents may do, beyond the choice of tools. */
  policy?: Policy;
  /** Mark what may come from a page in answers. */
  fencesPageText?: boolean;
  /** Keep a trail of all calls in the workspace. Without it, none is written. */
  trail?: TrailOptions;
  /** Record a video in the output folder. */
  video?: VideoOptions | undefined;
}

/** Enough to decide on the next step by; a page that takes no more is shown whole. */
export const OUTLINE_TOKENS = 1_000;

/** What models take without scaling it down themselves. */
const IMAGE_LIMITS = { side: 1_568, pixels: 1_150_000 };

/** Who has a context for itself. */
interface ContextOwner {
  readonly workplace: Workplace;
}

export type SnapshotMode = 'incremental' | 'full' | 'none';

export interface HostEvents {
  page: Page;
  /** Progress of a browser download. */
  installing: string;
  /** A trail has begun, in this folder. */
  trail: string;
}

export class Host {
  readonly joins: boolean;
  readonly keepsBrowser: boolean;
  /** Of all agents that have no context of their own. */
  readonly workplace: Workplace;
  readonly #workplaceOptions: WorkplaceOptions;
  readonly secrets: Secrets;
  readonly tools: ReadonlyMap<string, Tool>;
  readonly snapshotMode: SnapshotMode;
  readonly outlineTokens: number;
  readonly imageLimits: { side: number; pixels: number };
  readonly boxes: boolean;
  readonly code: CodeLanguage | 'none';
  readonly actionTimeout: number;
  readonly config: Readonly<Record<string, unknown>>;
  readonly fencesPageText: boolean;
  readonly policy: Policy | undefined;
  readonly #consoleLevel: ConsoleLevel;
  readonly coverage = new Coverage();
  readonly traces = new Traces();
  readonly trails: Trails;
  /** Pictures of pages, while they are watched. */
  readonly pictures = new SharedPictures();
  /** Those who look through the window. */
  readonly people = new People();
  /** The address of the window, for a person. Absent where there is none. */
  invite: (() => Promise<string>) | undefined;
  readonly #video: Video | undefined;
  #agents = 0;
  #lastUsed: Page | undefined;
  readonly #open: HostOptions['open'];
  readonly #installPatience: number;
  readonly #events = new Emitter<HostEvents>();
  /** The last progress line of a running download. */
  #installing: string | undefined;
  #browser: Promise<Browser> | undefined;
  #running: Browser | undefined;
  #ended = false;
  readonly #watches = new WeakMap<Page, PageWatch>();
  /** Owners of contexts that belong to one agent. */
  readonly #owners = new WeakMap<Context, ContextOwner>();

  constructor({
    open,
    joins = false,
    keepsBrowser = false,
    secrets = new Secrets(),
    tools = [],
    snapshotMode = 'incremental',
    outlineTokens = OUTLINE_TOKENS,
    imageLimits,
    boxes = false,
    code = 'typescript',
    consoleLevel = 'warning',
    actionTimeout = 0,
    config = {},
    fencesPageText = false,
    policy,
    installPatience = 15_000,
    trail,
    video,
    ...workplace
  }: HostOptions) {
    this.#open = open;
    this.joins = joins;
    this.keepsBrowser = keepsBrowser;
    this.#installPatience = installPatience;
    this.secrets = secrets;
    maskActionLog((line) => secrets.mask(line));
    const state = { ...workplace.state, mask: (text: string) => secrets.mask(text) };
    this.#workplaceOptions = { ...workplace, state };
    this.workplace = this.newWorkplace();
    this.snapshotMode = snapshotMode;
    this.outlineTokens = outlineTokens;
    this.imageLimits = { ...IMAGE_LIMITS, ...imageLimits };
    this.boxes = boxes;
    this.code = code;
    this.actionTimeout = actionTimeout;
    this.config = config;
    this.fencesPageText = fencesPageText;
    this.trails = new Trails(trail, (folder) => this.#events.emit('trail', folder));
    this.policy = policy;
    this.#video =
      video &&
      new Video({
        ...video,
        pictures: this.pictures,
        newFile: () => this.workplace.output.newFile('video', 'webm'),
        onMade: (path) => this.workplace.output.made(path),
        isPrivate: (page) => this.people.isPrivate(page),
      });
    this.#consoleLevel = consoleLevel;
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  /** Names an agent in the trail: `a1`. */
  nextAgentName(): string {
    return `a${++this.#agents}`;
  }

  /** The page that an agent used last; a person sees it first. */
  get lastUsed(): Page | undefined {
    return this.#lastUsed?.closed === undefined ? this.#lastUsed : this.pages().at(-1);
  }

  used(page: Page): void {
    this.#lastUsed = page;
    this.#video?.show(page);
  }

  newWorkplace(): Workplace {
    return new Workplace(this.#workplaceOptions);
  }

  on<E extends keyof HostEvents>(event: E, listener: (payload: HostEvents[E]) => void): () => void {
    return this.#events.on(event, listener);
  }

  /** Starts the browser if none runs; replaces one that died. */
  async browser(): Promise<Browser> {
    if (this.#ended) throw new SightlineError('browser-disconnected', 'The session has ended');
    if (this.#running?.disconnected !== undefined) this.#forget();
    this.#browser ??= this.#start();
    return this.#unlessInstalling(this.#browser);
  }

  /** Why the browser is gone, until the next one starts. */
  get lost(): string | undefined {
    return this.#running?.disconnected;
  }

  /** Open contexts, oldest first. */
  contexts(): Context[] {
    return this.#running?.disconnected === undefined ? (this.#running?.contexts() ?? []) : [];
  }

  /** Open pages by context, oldest first. */
  pages(): Page[] {
    return this.contexts().flatMap((context) => context.pages());
  }

  watch(page: Page): PageWatch {
    const known = this.#watches.get(page);
    if (known) return known;
    const watch = new PageWatch(page, {
      told: this.#consoleLevel,
      downloaded: (path) => {
        const { workplace } = this.#owners.get(page.context) ?? this;
        void workplace.output.made(path);
        return saidPath(path, workplace);
      },
    });
    this.#watches.set(page, watch);
    return watch;
  }

  /** Reserves a context for one agent. Other agents can't see or use it. */
  keepFor(owner: ContextOwner, context: Context): void {
    this.#owners.set(context, owner);
  }

  ownerOf(context: Context): ContextOwner | undefined {
    return this.#owners.get(context);
  }

  /** Closes the browser for good. */
  async end(): Promise<void> {
    if (debugSnapshots && !this.#ended) process.stderr.write(`${this.coverage}\n`);
    this.#ended = true;
    // While the browser can still give a last picture.
    await this.trails.end();
    await this.#video?.end();
    await Promise.all([this.closeBrowser(), this.workplace.end()]);
  }

  /** The next call that needs a browser starts a new one. */
  async closeBrowser(): Promise<void> {
    const opening = this.#browser;
    this.#forget();
    // If it failed to start, the call that needed it reported that.
    const browser = await opening?.catch(() => undefined);
    if (!this.keepsBrowser) await browser?.close();
  }

  /** A download may outlast the client's timeout: the call fails with a message, and a later call gets the browser. */
  async #unlessInstalling(browser: Promise<Browser>): Promise<Browser> {
    for (;;) {
      const first = await orTooLong(browser, this.#installPatience);
      if (first !== 'too long') return first;
      // The download may begin later than that.
      if (this.#installing !== undefined)
        throw new SightlineError('browser-installing', `A browser is being installed: ${this.#installing}`);
    }
  }

  #forget(): void {
    this.#browser = undefined;
    this.#running = undefined;
  }

  async #start(): Promise<Browser> {
    try {
      const browser = await this.#open(
        (line) => {
          this.#installing = line;
          this.#events.emit('installing', line);
        },
        await this.workplace.output.checked(),
      );
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

async function orTooLong<T>(promise: Promise<T>, limit: number): Promise<T | 'too long'> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<'too long'>((resolve) => {
    timer = setTimeout(() => resolve('too long'), limit);
  });
  try {
    return await Promise.race([promise, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
