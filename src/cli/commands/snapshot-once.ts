/** `sightline snapshot URL|FILE`: opens the page, prints what an agent would see, and closes it. */
import { parseArgs } from 'node:util';
import { parseBrowserName } from '../../browsers/browser-name.js';
import { SightlineError } from '../../errors.js';
import { arrive } from '../../page/navigation/loading.js';
import type { Page } from '../../page/page.js';
import type { SnapshotOptions } from '../../page/snapshot/snapshot-options.js';
import type { Snapshot } from '../../tree/node.js';
import { addressOf } from '../address.js';
import { EXIT } from '../command.js';
import { refStyle } from './ref-style.js';

const LIMITS = {
  'max-depth': 'maxDepth',
  'max-nodes': 'maxNodes',
  'time-budget': 'timeBudget',
  'max-text-length': 'maxTextLength',
  'max-tokens': 'maxTokens',
  depth: 'depth',
  offset: 'offset',
  limit: 'limit',
} as const;

export const FLAGS = {
  browser: { type: 'string' },
  'executable-path': { type: 'string' },
  headed: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  frames: { type: 'string', default: 'all' },
  target: { type: 'string' },
  selector: { type: 'string' },
  selectors: { type: 'boolean', default: false },
  boxes: { type: 'boolean', default: false },
  refs: { type: 'string', default: 'short' },
  timeout: { type: 'string' },
  'max-depth': { type: 'string' },
  'max-nodes': { type: 'string' },
  'time-budget': { type: 'string' },
  'max-text-length': { type: 'string' },
  'max-tokens': { type: 'string' },
  cursor: { type: 'string' },
  view: { type: 'string' },
  depth: { type: 'string' },
  offset: { type: 'string' },
  limit: { type: 'string' },
} as const;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: FLAGS });
  const [where, ...rest] = positionals;
  if (where === undefined || rest.length > 0)
    throw new SightlineError('bad-argument', 'Give one URL or file: sightline snapshot https://example.com');
  const refs = refStyle(values.refs);
  const timeout = wholeNumber('timeout', values.timeout);
  const url = addressOf(where);
  const limits = timeout === undefined ? {} : { timeout };
  const options = {
    ...limits,
    refs,
    selectors: values.selectors,
    boxes: values.boxes,
    ...targetOf(values.target, values.selector, values.frames),
    ...viewOf(values.view),
    ...(values.cursor !== undefined && { cursor: values.cursor }),
    ...Object.fromEntries(
      Object.entries(LIMITS).flatMap(([flag, option]) => {
        const value = wholeNumber(flag, values[flag as keyof typeof LIMITS]); // a key of the table
        return value === undefined ? [] : [[option, value]];
      }),
    ),
  };
  const { launch } = await import('../../launch/launch.js');
  const browser = await launch({
    headless: !values.headed,
    onProgress: (line) => process.stderr.write(`${line}\n`),
    ...(values.browser !== undefined && { browser: parseBrowserName(values.browser) }),
    ...(values['executable-path'] !== undefined && { executablePath: values['executable-path'] }),
  });
  try {
    const page = await browser.newPage();
    const go = () => page.goto(url, { ...limits, waitUntil: 'commit' });
    for (const note of await arrive(page, go, limits)) process.stderr.write(`${note}\n`);
    const snapshot = await capture(page, values.frames, options);
    process.stdout.write(`${values.json ? asJson(snapshot) : snapshot.text}\n`);
    return EXIT.ok;
  } finally {
    await browser.close();
  }
}

/** A first capture numbers frames and elements, so that a handle or ref can be resolved. */
async function capture(page: Page, frames: string, options: SnapshotOptions): Promise<Snapshot> {
  if (typeof options.target === 'string' || (frames !== 'all' && frames !== 'none'))
    await page.ariaSnapshotWithFrames();
  if (frames === 'all') return page.ariaSnapshotWithFrames(options);
  return frames === 'none' ? page.ariaSnapshot(options) : page.frame(frames).ariaSnapshot(options);
}

function asJson({ text: _, ...data }: Snapshot): string {
  return JSON.stringify(data, null, 2);
}

/** The views of browser_snapshot. */
function viewOf(view: string | undefined): Pick<SnapshotOptions, 'fold' | 'view' | 'viewport'> {
  if (view === undefined) return {};
  if (view === 'all') return { fold: false };
  if (view === 'interactive') return { view };
  if (view === 'viewport') return { viewport: true };
  throw new SightlineError('bad-argument', `--view must be interactive, viewport or all, not "${view}"`);
}

function targetOf(ref: string | undefined, selector: string | undefined, frames: string) {
  if (ref !== undefined && selector !== undefined)
    throw new SightlineError('bad-argument', 'Give either --target or --selector');
  if (ref !== undefined) return { target: ref };
  if (selector === undefined) return {};
  const frame = frames === 'all' || frames === 'none' ? {} : { frame: frames };
  return { target: { selector, ...frame } };
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new SightlineError('bad-argument', `--${flag} must be a whole number, not "${text}"`);
}
