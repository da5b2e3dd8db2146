/** Applies the policy to a call: before it does anything. */
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { Agent } from '../agent.js';
import type { Effect } from '../effect.js';
import type { Call } from '../tool.js';
import type { Act } from './policy.js';

/** The person has to be asked; the call begins again with the answer. */
export class ConfirmationNeeded extends Error {
  override readonly name = 'ConfirmationNeeded';
  readonly question: string;

  constructor(question: string) {
    super(question);
    this.question = question;
  }
}

/** Their steps are calls of their own. */
const WRAPS = new Set(['browser_batch', 'browser_run']);
/** They reach whatever is there. */
const BLIND = /^browser_(?:evaluate|run|mouse_(?:click_xy|drag_xy|down|up)|handle_dialog)$/;
const ACTIVATES = /(?:^|\+)(?:Enter|NumpadEnter|Return|Space| )$/i;

type Args = Readonly<Record<string, unknown>>;

export async function assertAllowed(
  { name, effect }: { name: string; effect: Effect },
  args: Args,
  call: Call,
): Promise<void> {
  const { policy } = call.agent.host;
  if (!policy) return;
  const { targets, ...places } = await aims(call.agent, args, name);
  const partial = { tool: name, effect, ...places, wraps: WRAPS.has(name) };
  const words = policy.readsWords(partial) ? await wordsOn(targets, name, args) : [];
  const { verdict, because } = policy.decide({ ...partial, words });
  if (verdict === 'allow') return;
  const what = said(name, words, places.urls);
  if (verdict === 'deny') throw new SightlineError('not-allowed', `${what} is denied by ${because}`);
  if (!call.confirm)
    throw new SightlineError('not-allowed', `${what} needs a person's confirmation, by ${because}`, {
      hint: 'Nothing was done. Call the tool by itself (not in a batch or program) in a client that can ask (elicitation), or let a person do it.',
    });
  if (await call.confirm(`${what}? It falls under ${because}.`)) return;
  throw new SightlineError('not-allowed', `${what} was declined by the person`, {
    hint: 'Nothing was done. Ask what to do instead; do not try another way.',
  });
}

type Target = Awaited<ReturnType<Agent['aim']>>['locator'];

interface Aims {
  targets: Target[];
  urls: string[];
  frames: string[];
}

/** What a call aims at, and the addresses that it is about. */
async function aims(agent: Agent, args: Args, tool: string): Promise<Aims> {
  const handle = typeof args.page === 'string' ? args.page : undefined;
  const named = [args.target, args.startTarget, args.endTarget, ...fieldTargets(args.fields)];
  const targets: Target[] = [];
  const urls = new Set<string>();
  for (const target of named) {
    if (typeof target !== 'string') continue;
    const { page, locator } = await agent.aim(target, handle);
    targets.push(locator);
    urls.add(page.url).add(locator.frame.url);
  }
  // Where it goes; not the part of an address that is waited for.
  if (typeof args.url === 'string' && tool !== 'browser_wait_for') urls.add(args.url);
  if (urls.size > 0) return { targets, urls: [...urls], frames: [] };
  const page = handle === undefined ? agent.current : agent.pageAt(handle);
  return {
    targets,
    urls: page ? [page.url] : [],
    frames: page ? page.frames().map(({ url }) => url) : [],
  };
}

function fieldTargets(fields: unknown): unknown[] {
  return Array.isArray(fields) ? fields.map((field) => Object(field).target) : [];
}

async function wordsOn(targets: readonly Target[], tool: string, args: Args): Promise<Act['words']> {
  if (BLIND.test(tool) || args.submit === true || typeof args.function === 'string') return 'unknown';
  if (typeof args.key === 'string') return ACTIVATES.test(args.key) ? 'unknown' : [];
  if (tool === 'browser_call_page_tool') return [String(args.name).replaceAll(/[_-]/g, ' ')];
  const texts = await Promise.all(targets.map((locator) => locator.words()));
  return texts.flat();
}

/** `browser_click on "Buy now" at https://shop.example` */
function said(tool: string, words: Act['words'], urls: readonly string[]): string {
  const name = words === 'unknown' ? undefined : words.find((text) => text !== '');
  const url = urls.find((each) => URL.canParse(each) && new URL(each).origin !== 'null');
  return `${tool}${name === undefined ? '' : ` on ${quote(name, 100)}`}${url === undefined ? '' : ` at ${new URL(url).origin}`}`;
}
