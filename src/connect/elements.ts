/** Elements of Playwright and Puppeteer as refs, and refs as locators of Playwright. */
import { randomUUID } from 'node:crypto';
import { SightlineError } from '../errors.js';
import type { Frame } from '../page/frame.js';
import type { Page } from '../page/page.js';
import type { PlaywrightPage } from './playwright.js';

/** A locator of Playwright, or an element handle of either. */
export interface HostElement {
  // Playwright and Puppeteer type it by the element; `Evaluating` is what is used of it.
  evaluate: unknown;
}

interface Evaluating {
  evaluate(run: typeof pointAt, event: string): Promise<unknown>;
}

/** What is used of Playwright's locators and frames. */
interface Scope {
  locator(selector: string): PlaywrightLocatorLike;
}

interface PlaywrightLocatorLike extends Scope, HostElement {
  frameLocator(selector: string): Scope;
  count(): Promise<number>;
}

/** The ref of the element that a locator or an element handle of the host means. */
export async function refOf(page: Page, element: HostElement): Promise<string> {
  const event = `sightline-${randomUUID()}`;
  const found: string[] = [];
  const listening = await answering(page.frames(), (frame) => frame.call('listenForElement', { event }));
  try {
    await (element as Evaluating).evaluate(pointAt, event);
  } finally {
    // In every case, so that no listener stays.
    await answering(listening, async (frame) => {
      const { element: number } = await frame.call('takeElement', { event });
      if (number !== undefined) found.push(frame.refOf(number));
    });
  }
  const [ref] = found;
  if (ref !== undefined) return ref;
  throw new SightlineError('no-match', `The element is on no frame of ${page.handle} that can be read`, {
    hint: 'Ask the page that the element is on.',
  });
}

/**
 * The element of a ref as a locator of the Playwright page that `page` was made from: by its selectors, through the
 * frames around it. It is checked to find that element now; like every locator it is looked up anew at each use.
 */
export async function playwrightLocator<L>(
  host: PlaywrightPage & { locator(selector: string): L },
  page: Page,
  ref: string,
): Promise<L> {
  const { frame } = page.locatorFromRef(ref);
  // Playwright's own types say more than is used here.
  const scope = await scopeOf(host as unknown as Scope, page, frame);
  const locator = await within(scope, page, ref);
  if ((await locator.count()) === 1 && (await refOf(page, locator)) === canonical(page, ref))
    return locator as unknown as L;
  throw new SightlineError('no-match', `No Playwright selector finds ${ref} alone`, {
    hint: 'Act on it through Sightline: page.locatorFromRef(ref).',
  });
}

/** The document of a frame, from the page down. */
async function scopeOf(host: Scope, page: Page, frame: Frame): Promise<Scope> {
  if (frame.parent === null) return host;
  const { parent, element } = await frame.ownerElement();
  const around = await scopeOf(host, page, parent);
  // `contentFrame()` came with Playwright 1.43.
  return (await within(around, page, parent.refOf(element))).frameLocator(':scope');
}

/** A list of selectors crosses shadow roots, which Playwright's CSS does anyway. */
async function within(scope: Scope, page: Page, ref: string): Promise<PlaywrightLocatorLike> {
  const { css } = await page.resolveUidToSelector(ref);
  const [first = '', ...inner] = [css].flat();
  return inner.reduce((locator, selector) => locator.locator(selector), scope.locator(first));
}

/** A ref as the page writes it. */
function canonical(page: Page, ref: string): string {
  const { frame, target } = page.locatorFromRef(ref);
  return 'element' in target.target ? frame.refOf(target.target.element) : ref;
}

/** The frames that answer; one that hangs or goes away has not got the element. */
async function answering(frames: Frame[], ask: (frame: Frame) => Promise<unknown>): Promise<Frame[]> {
  const answers = await Promise.allSettled(frames.map(ask));
  return frames.filter((_, at) => answers[at]?.status === 'fulfilled');
}

/** Runs in the page, given away as its source. */
function pointAt(element: { dispatchEvent(event: unknown): unknown }, event: string): void {
  element.dispatchEvent(new CustomEvent(event, { composed: true }));
}
