/** Select option. */
import { isSightlineError, SightlineError } from '../../errors.js';
import type { ElementTarget, SelectChoice } from '../../page/actions.js';
import { quote } from '../../tree/quote.js';
import type { Found, ReplyOf, WireChoice } from '../../wire/api.js';
import type { Action } from '../action.js';
import { describeTarget, inFrame } from '../target.js';
import { click } from './click.js';
import { fill, SET_BY_SCRIPT, type } from './type.js';

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

/** Opens the list, and types into it, as far as needed to see the options. */
async function optionsOf(
  act: Action,
  target: ElementTarget,
  choices: WireChoice[],
  /** To what is selected already. */
  add = false,
): Promise<{ reply: Reply; opened: boolean }> {
  const chooses = choices.flatMap((choice) => ('index' in choice ? [] : Object.values(choice)));
  let reply: Reply = await act.ask(target, 'selectOption', { choices, add }, { overwrites: !add, chooses });
  const again = async (after: 'open' | 'type'): Promise<Reply> => {
    act.begin();
    return act.ask(target, 'selectOption', { choices, after, add }).catch((error: unknown) => {
      throw isSightlineError(error) ? withListOpen(error) : error;
    });
  };
  const said = act.notes.length;
  const opened = reply.how === 'open';
  if (opened) {
    await click(act, target);
    reply = await again('open');
  }
  if (reply.how === 'type') {
    const { element, text } = reply;
    const field = inFrame(target, element);
    await fill(act, field, '', true);
    act.begin();
    await type(act, field, text, {});
    reply = await again('type');
  }
  // How the list opened does not matter once it shows the option: some cover the release, some replace the field.
  if (reply.how !== 'open') act.unsayAfter(said);
  return { reply, opened };
}

/** After an option was clicked: what the field shows now. */
async function tellShown(
  act: Action,
  { frame }: ElementTarget,
  { found: { element }, chosen }: { found: Found; chosen: readonly string[] },
  /** How many notes there were before the click. */
  said: number,
): Promise<void> {
  if (act.page.dialog || act.page.closed !== undefined) return;
  const [label = ''] = chosen;
  // A page that went on to another document has taken the choice.
  const shown = await frame.call('showsText', { element, text: label }, act.scope()).catch(() => undefined);
  if (!shown) return;
  if (shown.shows) {
    // Lists close on the press, so that the release goes elsewhere.
    act.unsayAfter(said);
    act.note(`It shows ${quote(label, 80)}.`);
  } else if (shown.text !== '') act.note(`It shows ${quote(shown.text, 80)}, not ${quote(label, 80)}.`);
}

function withListOpen({ code, message, hint, details, cause }: SightlineError): SightlineError {
  return new SightlineError(code, `${message} Its list is open now; Escape closes it.`, {
    hint,
    details,
    cause,
  });
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
