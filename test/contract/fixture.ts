/**
 * What the cases of the driver contract use: one browser, one server and one page for all of them, new pages for the
 * cases that need them, and a log of events to wait on. Nothing here knows a protocol.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type {
  ContextId,
  Driver,
  DriverEvent,
  DriverPage,
  FrameId,
  FrameInfo,
  PageEvent,
} from '../../src/driver/driver.js';
import { type FixtureServer, startServer } from '../support/server.js';

/** Stands in for the real bundle: counts how often it ran in its world. */
export const BUNDLE = 'globalThis.sightlineBundleRuns = (globalThis.sightlineBundleRuns ?? 0) + 1';

export interface Launched {
  readonly driver: Driver;
  /** The names of all commands that the driver has sent. */
  readonly sent: readonly string[];
  /** `kill -9` of the browser. */
  kill(): void;
  /** `kill -9` of the processes that run its pages, if they can be found. */
  killPages?(): void;
  dispose(): Promise<void>;
}

export interface Harness {
  readonly name: string;
  launch(): Promise<Launched>;
  /** A URL that crashes the page that opens it, if the browser has one. */
  readonly crashUrl?: string;
  /** The browser completes a drag started by input events: `drop` is fired. */
  readonly dropsFromInput: boolean;
  /** The protocol can set the referrer of a navigation. */
  readonly sendsReferrer: boolean;
  /** The protocol can override media features, and touch. */
  readonly emulatesMedia: boolean;
  /** Names of frames are known some time after they have loaded. */
  readonly namesFramesLate?: boolean;
  /** Cases that the other side cannot pass, with the reason: listed in docs/browser-differences.md. */
  readonly cannot?: Readonly<Record<string, string>>;
}

const EVENT_TIMEOUT = 15_000;

export class Fixture {
  readonly harness: Harness;
  cases = 0;
  #launched: Launched | undefined;
  #server: FixtureServer | undefined;
  /** Opening a window takes Firefox longer than most cases do, so they share one. */
  #shared: DriverPage | undefined;
  #pages: DriverPage[] = [];
  #contexts: ContextId[] = [];

  constructor(harness: Harness) {
    this.harness = harness;
    beforeAll(async () => {
      this.#server = await startServer({
        '/': '<title>home</title><p>home',
        '/two': '<title>two</title><p>two',
      });
      this.#launched = await harness.launch();
      // Existing pages go to the first listener: here to nobody.
      this.#launched.driver.subscribe(() => undefined);
    });
    afterEach(async ({ task }) => {
      // Nobody knows what a failed case left behind.
      if (task.result?.state === 'fail' && this.#shared) this.#pages.push(this.#shared);
      const pages = this.#pages.splice(0);
      const contexts = this.#contexts.splice(0);
      if (this.#shared && pages.includes(this.#shared)) this.#shared = undefined;
      await Promise.allSettled(pages.map((page) => page.close()));
      await Promise.allSettled(contexts.map((context) => this.driver.closeContext(context)));
    });
    afterAll(async () => {
      await this.#launched?.driver.close();
      await this.#launched?.dispose();
      await this.#server?.close();
      console.log(
        `driver contract: ${this.cases} cases on ${harness.name} (${this.#launched?.driver.version})`,
      );
    });
  }

  /** Crashes a page, with a crash URL or by killing its process. */
  async crash(page: DriverPage): Promise<void> {
    const { crashUrl } = this.harness;
    if (crashUrl === undefined) this.#launched?.killPages?.();
    else await page.navigate({ url: crashUrl });
  }

  get driver(): Driver {
    if (!this.#launched) throw new Error('no browser yet');
    return this.#launched.driver;
  }

  /** The names of the commands that the driver sends while `run` runs. */
  async commandsOf(run: () => Promise<unknown>): Promise<string[]> {
    const before = this.#launched?.sent.length;
    await run();
    return this.#launched?.sent.slice(before) ?? [];
  }

  get server(): FixtureServer {
    if (!this.#server) throw new Error('no server yet');
    return this.#server;
  }

  /** One case of the contract. With a reason instead of a body it counts as skipped. */
  check(
    name: string,
    run: () => Promise<void>,
    skipReason: string | undefined = this.harness.cannot?.[name],
  ): void {
    if (skipReason !== undefined) {
      it.skip(`${name} (${skipReason})`, run);
      return;
    }
    this.cases++;
    it(name, run);
  }

  async newContext(options?: Parameters<Driver['newContext']>[0]): Promise<ContextId> {
    const context = await this.driver.newContext(options);
    this.#contexts.push(context);
    return context;
  }

  /** A new page; closed after the case. */
  async newPage(context = this.driver.defaultContext): Promise<DriverPage> {
    const page = await this.driver.newPage(context);
    this.#pages.push(page);
    return page;
  }

  /** An empty document, in the page that cases share: its history has what they did before. */
  async page(): Promise<DriverPage> {
    const known = this.#shared;
    const page = await this.#sharedPage();
    if (known) await this.open(page, 'about:blank');
    return page;
  }

  /** The shared page, which shows `html`, loaded with all its frames. */
  async show(html: string, path = '/case'): Promise<DriverPage> {
    this.server.serve({ [path]: html });
    const page = await this.#sharedPage();
    await this.open(page, `${this.server.origin}${path}`);
    return page;
  }

  async #sharedPage(): Promise<DriverPage> {
    if (this.#shared) return this.#shared;
    const page = await this.driver.newPage(this.driver.defaultContext);
    this.#shared = page;
    page.subscribe(({ type }) => {
      if ((type === 'closed' || type === 'crashed') && this.#shared === page) this.#shared = undefined;
      if (type === 'crashed') this.#pages.push(page);
    });
    return page;
  }

  async open(page: DriverPage, url: string): Promise<void> {
    const log = new PageLog(page);
    await page.navigate({ url });
    await log.loaded();
    log.stop();
    if (this.harness.namesFramesLate) await named(page);
  }
}

/** Until every frame has its name. */
async function named(page: DriverPage): Promise<void> {
  for (const { id, parent } of page.frames())
    if (parent !== null) {
      const name = await page.evaluate(id, '() => window.name', []);
      await expect.poll(() => page.frames().find((frame) => frame.id === id)?.name).toBe(name);
    }
}

/** The events of a page since the log was created. */
export class PageLog {
  readonly events: PageEvent[] = [];
  readonly #page: DriverPage;
  readonly #stop: () => void;
  readonly #checks = new Set<() => void>();

  constructor(page: DriverPage) {
    this.#page = page;
    this.#stop = page.subscribe((event) => {
      this.events.push(event);
      for (const check of [...this.#checks]) check();
    });
  }

  stop(): void {
    this.#stop();
  }

  of<T extends PageEvent['type']>(type: T): Extract<PageEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<PageEvent, { type: T }> => event.type === type);
  }

  /** The first matching event of the type, past or future. */
  async first<T extends PageEvent['type']>(
    type: T,
    fits: (event: Extract<PageEvent, { type: T }>) => boolean = () => true,
  ): Promise<Extract<PageEvent, { type: T }>> {
    return this.until(`an event "${type}"`, () => this.of(type).find(fits));
  }

  /** Until the main frame is complete, which comes after all its frames. */
  async loaded(frame: FrameId = this.#page.mainFrame): Promise<void> {
    await this.until('the load of the frame', () =>
      this.#page.frames().find(({ id, loadState }) => id === frame && loadState === 'complete'),
    );
  }

  /** Until the state of the page, checked after every event, is as wanted. */
  until<T>(what: string, look: () => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#checks.delete(check);
        const seen = this.events.map((event) => JSON.stringify(event).slice(0, 200)).join('\n');
        reject(new Error(`waited ${EVENT_TIMEOUT} ms for ${what}; events:\n${seen}`));
      }, EVENT_TIMEOUT);
      const check = () => {
        const found = look();
        if (found === undefined) return;
        clearTimeout(timer);
        this.#checks.delete(check);
        resolve(found);
      };
      this.#checks.add(check);
      check();
    });
  }
}

/** The next page that the driver announces during or after `run`. */
export async function nextPage(driver: Driver, run: () => Promise<unknown>): Promise<DriverPage> {
  let stop: () => void = () => undefined;
  const announced = new Promise<DriverPage>((resolve) => {
    stop = driver.subscribe((event: DriverEvent) => {
      if (event.type === 'page') resolve(event.page);
    });
  });
  try {
    await run();
    return await announced;
  } finally {
    stop();
  }
}

export function frameNamed(page: DriverPage, name: string): FrameInfo {
  const found = page.frames().find((frame) => frame.name === name);
  if (!found) throw new Error(`no frame "${name}" in ${JSON.stringify(page.frames())}`);
  return found;
}

export function frameAt(page: DriverPage, url: string): FrameInfo {
  const found = page.frames().find((frame) => frame.url === url);
  if (!found) throw new Error(`no frame at ${url} in ${JSON.stringify(page.frames())}`);
  return found;
}

/** What a promise rejects with; a promise that resolves fails the case. */
export async function failure(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promise;
  } catch (error) {
    return error as { code: string; message: string };
  }
  throw new Error('expected a rejection');
}
