import type { ActionReport } from '../../src/page/actions.js';
import type { Frame } from '../../src/page/frame.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { type BrowserEngine, launchBrowser } from '../support/browsers.js';
import { startServer } from '../support/server.js';

export interface Logged {
  type: string;
  target: string;
  trusted: boolean;
  inside: boolean;
  at: [number, number] | null;
  key?: string;
  code?: string;
  inputType?: string;
  button?: number;
  detail?: number;
  modifiers: string;
}

/** A browser with one page that shows whichever of these is opened. */
export function onePage<P extends string>(pages: Record<P, string>) {
  return async (engine: BrowserEngine) => {
    const [server, browser] = await Promise.all([startServer(pages), launchBrowser(engine)]);
    const page = await browser.newPage();
    const close = async () => {
      await browser.close();
      await server.close();
    };
    return { page, close, open: (path: P) => page.goto(server.origin + path) };
  };
}

/** A locator for the ref of the first line of the whole view that contains this text. */
export async function byName(page: Page, text: string): Promise<Locator> {
  const { text: view } = await page.ariaSnapshotWithFrames();
  const line = view.split('\n').find((each) => each.includes(text));
  const ref = /\[ref=([a-z0-9]+)\]/.exec(line ?? '')?.[1];
  if (ref === undefined) throw new Error(`nothing called ${text} in:\n${view}`);
  return page.locatorFromRef(ref);
}

export async function inPage<T>(frame: Frame | Page, fn: string, ...args: unknown[]): Promise<T> {
  return (await frame.evaluate(fn, args)) as T; // the test knows what its function returns
}

/** The outcome of a call: its report, or the code and message of its error. */
export async function outcome(action: Promise<ActionReport>): Promise<string> {
  try {
    const { notes } = await action;
    return ['ok', ...notes].join('\n');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return `${String(error.code)}\n${error.message}`;
    throw error;
  }
}
