/**
 * Pages for tests of the in-page code: one browser per file, driven directly, and calls into the main frame as
 * the model makes them.
 */
import type { Driver, DriverPage } from '../../src/driver/driver.js';
import { bundle as productBundle } from '../../src/injected/bundle.js';
import type { CallEnvelope, Method, ReplyEnvelope, ReplyOf, RequestOf } from '../../src/wire/api.js';
import { applyRowChange } from '../../src/wire/row-change.js';
import type { Captured as CapturedRows, CaptureRequest, WireRow } from '../../src/wire/rows.js';
import { type BrowserEngine, describeEach } from './browsers.js';
import { CAPTURE } from './outline.js';
import { type FixtureServer, startServer } from './server.js';
import { spawnChromium, spawnFirefox } from './spawn-browser.js';

export interface TestBrowser {
  readonly driver: Driver;
  readonly server: FixtureServer;
  /** A new page with the markup; it is served, so that it has an origin. */
  open(html: string): Promise<TestPage>;
  close(): Promise<void>;
}

/** With its rows unpacked. */
type Captured = Omit<CapturedRows, 'rows'> & { rows: readonly WireRow[] };

export interface TestPage {
  readonly driver: DriverPage;
  /** Shows other markup in the same page. */
  load(html: string): Promise<void>;
  /** Loads the same URL again. */
  reload(): Promise<void>;
  call<M extends Method>(method: M, request: RequestOf<M>): Promise<ReplyOf<M>>;
  /** The first number that has not been given out. */
  nextElement(): number;
  capture(request?: Partial<CaptureRequest>): Promise<Captured>;
  /** In the page's own world. */
  run(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** The same tests in both browsers, each with one browser and one page that tests load their markup into. */
export function describePages(
  name: string,
  define: (page: () => TestPage, browser: () => TestBrowser) => void,
): void {
  const open = async (engine: BrowserEngine) => {
    const browser = await openBrowser(engine);
    return { browser, page: await browser.open(''), close: () => browser.close() };
  };
  describeEach(name, open, (opened) =>
    define(
      () => opened().page,
      () => opened().browser,
    ),
  );
}

/** On a busy machine a page of 100,000 elements takes long: the test has a time limit of its own. */
const PATIENT = { timeout: 0 };

const LOADED = `() => document.readyState === 'complete' ? '' : new Promise((resolve) => {
  addEventListener('load', () => resolve(''), { once: true });
})`;

/** Without a bundle of the test's own it is a browser that all files of a worker share: closing it closes the pages. */
export async function openBrowser(name: BrowserEngine, bundle?: string): Promise<TestBrowser> {
  const server = await startServer();
  const { driver, end } = await (bundle === undefined ? sharedDriver(name) : startDriver(name, bundle));
  const opened: DriverPage[] = [];
  let served = 0;

  async function show(page: DriverPage, html: string): Promise<void> {
    const path = `/page-${++served}`;
    server.serve({ [path]: html });
    await page.navigate({ url: server.origin + path });
    await page.call(page.mainFrame, LOADED, '', PATIENT);
  }

  return {
    driver,
    server,
    async open(html) {
      const page = await driver.newPage(driver.defaultContext);
      opened.push(page);
      await show(page, html);
      return testPage(page, (more) => show(page, more));
    },
    async close() {
      for (const page of opened) await page.close();
      await end?.();
      await server.close();
    },
  };
}

interface StartedDriver {
  driver: Driver;
  /** Absent: the browser ends with the worker. */
  end?: () => Promise<void>;
}

const shared = new Map<BrowserEngine, Promise<StartedDriver>>();

async function sharedDriver(name: BrowserEngine): Promise<StartedDriver> {
  const started = shared.get(name) ?? startDriver(name, productBundle);
  shared.set(name, started);
  const { driver } = await started;
  return { driver };
}

async function startDriver(name: BrowserEngine, bundle: string): Promise<StartedDriver> {
  const spawned = name === 'chromium' ? await spawnChromium() : await spawnFirefox();
  const driver = await driverFor(name, spawned.transport, bundle);
  const end = async () => {
    await driver.close();
    await spawned.dispose();
  };
  return { driver, end };
}

async function driverFor(
  name: BrowserEngine,
  transport: Parameters<typeof import('../../src/driver/cdp/driver.js').createCdpDriver>[0],
  bundle: string,
): Promise<Driver> {
  if (name === 'chromium') {
    const { createCdpDriver } = await import('../../src/driver/cdp/driver.js');
    return createCdpDriver(transport, { bundle });
  }
  const { createBidiDriver } = await import('../../src/driver/bidi/driver.js');
  return createBidiDriver(transport, { bundle });
}

function testPage(page: DriverPage, load: (html: string) => Promise<void>): TestPage {
  let nextElement = 1;
  async function call<M extends Method>(method: M, request: RequestOf<M>): Promise<ReplyOf<M>> {
    const envelope: CallEnvelope<M> = { method, request, nextElement };
    const text = await page.call(
      page.mainFrame,
      '(arg) => globalThis.sightline.call(arg)',
      JSON.stringify(envelope),
      PATIENT,
    );
    const { reply, nextElement: next } = JSON.parse(text) as ReplyEnvelope<M>;
    nextElement = Math.max(nextElement, next);
    return reply;
  }
  return {
    driver: page,
    load,
    async reload() {
      await page.navigate({ reload: true });
      await page.call(page.mainFrame, LOADED, '', PATIENT);
    },
    call,
    nextElement: () => nextElement,
    async capture(request = {}) {
      const reply = await call('capture', { ...CAPTURE, ...request });
      if (!reply.ok) throw new Error(`the capture failed: ${JSON.stringify(reply.failure)}`);
      if (reply.unchanged) throw new Error('a capture was spared that nobody offered to spare');
      return { ...reply, rows: applyRowChange(undefined, reply.rows, reply.url).rows };
    },
    run: (script) => page.evaluate(page.mainFrame, script, []),
    close: () => page.close(),
  };
}
