/** Select option. */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ElementTarget, SelectChoice } from '../../page/actions.js';
import { quote } from '../../tree/quote.js';
import type { Found, ReplyOf, WireChoice } from '../../wire/api.js';
import type { Action } from '../action.js';
import { describeTarget, inFrame } from '../target.js';
import { click } from './click.js';
import { fill, press, SET_BY_SCRIPT, type } from './type.js';

export async function selectOption(
  act: Action,
  target: ElementTarget,
  choices: readonly SelectChoice[],
): Promise<void> {
  const wire = choices.map(wireChoice);
  act.begin();
  const { reply, opened } = await optionsOf(act, target, wire);
  switch (reply.how) {
    case 'open':
    case 'type':
      throw new SightlineError(
        'not-actionable',
        `${describeTarget(target, reply.found)} shows no list of options after a click on it`,
        { hint: 'Take a snapshot, then click the option.' },
      );
    case 'fill':
      await fill(act, target, reply.value, true);
      act.note(`It shows ${quote(reply.value, 80)}.`);
      return;
    case 'each':
      await chooseEach(act, inFrame(target, reply.found.element), reply.found, wire);
      return;
    case 'click': {
      act.tell({ options: { labels: reply.chosen, opened } });
      const said = act.notes.length;
      await clickAll(act, target, reply);
      if (reply.found.role !== 'listbox') await tellShown(act, target, reply, said);
      return;
    }
    case 'set':
      act.note(SET_BY_SCRIPT);
      break;
    case 'nothing':
      act.note('That was already selected.');
  }
  await act.settle(target.frame);
}

type Reply = Extract<ReplyOf<'selectOption'>, { ok: true }>;

/** One after another, each with its own text if the list has to be filtered. */
async function chooseEach(
  act: Action,
  itself: ElementTarget,
  found: Found,
  choices: readonly WireChoice[],
): Promise<void> {
  const labels: string[] = [];
  const said = act.notes.length;
  for (const choice of choices) {
    act.begin();
    const { reply } = await optionsOf(act, itself, [choice], true).catch((error: unknown) => {
      throw isSightlineError(error) && labels.length > 0
        ? saying(error, `Chosen before: ${labels.map((label) => quote(label, 80)).join(', ')}.`)
        : error;
    });
    if (reply.how === 'click') await clickAll(act, itself, reply);
    if ('chosen' in reply) labels.push(...reply.chosen);
  }
  act.tell({ options: { labels, opened: true } });
  await tellShown(act, itself, { found, chosen: labels }, said);
}

/** Some lists close after each choice, and then have other elements when they open again. */
async function clickAll(
  act: Action,
  target: ElementTarget,
  { found, options, added }: Extract<Reply, { how: 'click' }>,
): Promise<void> {
  // The first click changes what is around it.
  const itself = inFrame(target, found.element);
  const dropped = options.length - added.length;
  for (const [at, option] of options.entries()) {
    const label = at > 0 ? added[at - dropped] : undefined;
    if (label === undefined) {
      await click(act, inFrame(target, option));
      continue;
    }
    act.begin();
    const { reply } = await optionsOf(act, itself, [{ label }], true);
    if (reply.how === 'click') await clickAll(act, itself, reply);
  }
}

/** What was done to see the options. */
interface Done {
  opened: boolean;
  typed?: { field: ElementTarget; was: string };
}

/** Opens the list, and types into it, as far as needed to see the options. If that fails, all is as before. */
async function optionsOf(
  act: Action,
  target: ElementTarget,
  choices: WireChoice[],
  /** To what is selected already. */
  add = false,
): Promise<{ reply: Reply; opened: boolean }> {
  const chooses = choices.flatMap((choice) => ('index' in choice ? [] : Object.values(choice)));
  const first: Reply = await act.ask(target, 'selectOption', { choices, add }, { overwrites: !add, chooses });
  // What is done to see the options changes what is around it.
  const itself = inFrame(target, first.found.element);
  const said = act.notes.length;
  const done: Done = { opened: false };
  try {
    const reply = await openAndType(act, target, itself, { choices, add }, first, done);
    // How the list opened does not matter once it shows the option: some cover the release, some replace the field.
    if (reply.how !== 'open') act.unsayAfter(said);
    return { reply, opened: done.opened };
  } catch (error) {
    const isLeft = act.page.dialog === undefined && act.page.closed === undefined;
    if (!isSightlineError(error, 'no-option') || !isLeft) throw error;
    // What the field takes is up to the page: the error says why nothing was chosen.
    const isClosed = await putBack(act, itself, done).catch(() => false);
    throw isClosed ? error : saying(error, 'Its list is open now; Escape closes it.');
  }
}

async function openAndType(
  act: Action,
  target: ElementTarget,
  itself: ElementTarget,
  request: { choices: WireChoice[]; add: boolean },
  first: Reply,
  done: Done,
): Promise<Reply> {
  let reply = first;
  if (reply.how === 'open') {
    const wasOpen = await isListOpen(act, itself);
    const open = async (by: ElementTarget) => {
      await click(act, by);
      act.begin();
      return act.ask(itself, 'selectOption', { ...request, after: 'open' });
    };
    done.opened = true;
    reply = await open(target);
    // The click has closed a list whose options are not tied to it.
    if (reply.how === 'open' && wasOpen) reply = await open(itself);
  }
  if (reply.how !== 'type') return reply;
  const { element, text, was, listed } = reply;
  const field = inFrame(target, element);
  done.typed = { field, was };
  // Over the text, as a person types: many fields take an empty one for a choice of nothing.
  await type(act, field, text, { over: true });
  act.begin();
  return act.ask(itself, 'selectOption', { ...request, after: 'type', listed });
}

async function isListOpen(act: Action, { frame, target }: ElementTarget): Promise<boolean> {
  if (!('element' in target)) return false;
  return (await frame.call('listState', { element: target.element }, act.scope())).isOpen;
}

/** True if the list is closed, and the field holds what it held. */
async function putBack(act: Action, itself: ElementTarget, { opened, typed }: Done): Promise<boolean> {
  if (!opened && !typed) return true;
  if (!('element' in itself.target)) return false;
  const isOpen = () => isListOpen(act, itself);
  if (typed) {
    act.begin();
    await fill(act, typed.field, typed.was, true);
  }
  if (await isOpen()) {
    act.begin();
    await press(act, undefined, 'Escape');
  }
  // A click opened it.
  if (opened && (await isOpen())) {
    act.begin();
    await click(act, itself);
  }
  return !(await isOpen());
}

/** After options were clicked: what the field shows now. */
async function tellShown(
  act: Action,
  { frame }: ElementTarget,
  { found: { element }, chosen }: { found: Found; chosen: readonly string[] },
  /** How many notes there were before the click. */
  said: number,
): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  const shows = (text: string) => frame.call('showsText', { element, text }, act.scope());
  // A page that went on to another document has taken the choice.
  const all = await Promise.all(chosen.map(shows)).catch(() => []);
  const [first] = all;
  if (!first) return;
  const quoted = (labels: readonly string[]) => labels.map((label) => quote(label, 80)).join(', ');
  const missing = chosen.filter((_, at) => !all[at]?.shows);
  if (missing.length === 0) {
    // Lists close on the press, so that the release goes elsewhere.
    act.unsayAfter(said);
    act.note(`It shows ${quoted(chosen)}.`);
  } else if (first.text !== '') act.note(`It shows ${quote(first.text, 80)}, not ${quoted(missing)}.`);
}

function saying({ code, message, hint, details, cause }: SightlineError, more: string): SightlineError {
  return new SightlineError(code, `${message} ${more}`, { hint, details, cause });
}

function wireChoice(choice: SelectChoice): WireChoice {
  if (typeof choice === 'string') return { text: choice };
  const given: Partial<Record<'index' | 'value' | 'label', unknown>> = { ...choice };
  if ('index' in given && !Number.isInteger(given.index))
    throw new SightlineError('bad-argument', `Not an index: ${String(given.index)}`);
  if (!('index' in given) && typeof (given.value ?? given.label) !== 'string')
    throw new SightlineError('bad-argument', `Not an option: ${JSON.stringify(choice)}`, {
      hint: 'Give a text, or an object with a value, a label or an index.',
    });
  return choice;
}
