/** Fill, type and press. */
import type { InputEvent } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import type { ActionOptions, ElementTarget } from '../../page/actions.js';
import type { Frame } from '../../page/frame.js';
import type { Sight } from '../../page/target/sight.js';
import { focusError } from '../../page/target/target-error.js';
import type { Needed } from '../../page/target/with-check.js';
import type { ReplyOf, RequestOf } from '../../wire/api.js';
import type { Action } from '../action.js';
import { astrayError, shown } from '../action-error.js';
import { compareAgain, unguard } from '../actionability.js';
import type { Settled, SettleOptions } from '../settle/settle.js';
import { describeTarget, inFrame } from '../target.js';
import { slide } from './slider.js';

export const SET_BY_SCRIPT =
  'Set by script: no protocol can operate this control, so its input and change events are untrusted.';

const BY_COMMAND =
  'The text is long, so it was entered as one edit without a beforeinput event. An editor that relies on that event missed it: type the text instead.';

const DRAWN_TEXT = 'The editor draws its own text, so its content was not checked.';

const SENT_ON = 'A terminal sends typed text on; the text was added, nothing was replaced.';

const PASTED =
  'Pasted by script with an untrusted event, because code editors complete and indent typed text.';

const AS_TYPED = 'Typed, because the editor accepted no paste: it may have completed and indented the text.';

const ALREADY_HELD = 'The field already held that value.';

const ARIA_DISABLED = 'It has aria-disabled="true": the page may ignore the key.';

const NOTHING_FOCUSED = 'Nothing has the focus, so no key was pressed';
const FOCUS_FIRST = 'Click the field first, or name it as the target.';

/** How often text is sent again after the page moved the focus. */
const MAX_ATTEMPTS = 3;

type Asked = Extract<ReplyOf<'fill'>, { ok: true }>;

/** The page has done it with the call that gave it the focus. */
const DONE: ReadonlySet<Asked['how']> = new Set(['set', 'inserted', 'command', 'nothing']);

/** Replaces the content of a field. The value is checked before anything changes. */
export async function fill(
  act: Action,
  target: ElementTarget,
  value: string,
  /** Part of another verb, which has compared the value. */
  isPart = false,
): Promise<void> {
  const { eventsLag = false, textAsTyped = false } = act.page.driver;
  let field = target;
  for (let attempt = 1; ; attempt++) {
    act.begin();
    const asked = await act.ask(
      field,
      'fill',
      { value, typed: textAsTyped, askQuiet: !eventsLag },
      { overwrites: attempt === 1 && !isPart },
    );
    const { element, found } = asked;
    if (asked.slide) {
      await slide(act, target, { element, found, ...asked.slide });
      return;
    }
    if (!DONE.has(asked.how)) await compareAgain(act, target);
    const settled = await enter(act, target, value, asked);
    // Selecting all may have given it another name, as `Cursor at row 3`.
    if (asked.standIn) field = inFrame(target, element);
    if (!settled.astray) {
      if (settled.elsewhere)
        act.note(
          `The page moved the focus as the text was entered: it went to ${shown(target.frame, settled.elsewhere)}.`,
        );
      else if (settled.holds === false && !settled.dialog)
        act.note('The page changed the value: the field now holds something else.');
      return;
    }
    if (attempt === MAX_ATTEMPTS || act.left() === 0)
      throw astrayError(describeTarget(target, found), target.frame, settled.astray);
  }
}

/** The field may be echoed around it, as a terminal does: what it stands in is compared before the text, not after. */
export async function fillAndSubmit(act: Action, target: ElementTarget, value: string): Promise<void> {
  await fill(act, target, value);
  if (act.page.dialog || act.page.closed !== undefined || !act.found) return;
  const events = act.state.keyboard.press('Enter');
  const field = inFrame(target, act.found.element);
  await strike(act, field, { keys: 'pressed' }, (frame) => act.send(frame, events), { starts: true });
}

/** What is left to do after the page has prepared the field: keys, a paste or text. */
async function enter(act: Action, target: ElementTarget, value: string, asked: Asked): Promise<Settled> {
  const { how, element, standIn, after } = asked;
  const { keyboard } = act.state;
  const selectAll = () => act.send(target.frame, keyboard.press('ControlOrMeta+A'));
  if (standIn) await selectAll();
  if (how === 'erase') await act.send(target.frame, keyboard.press('Delete'));
  const isPasted = asked.paste === true && (await paste(act, target.frame, element, value));
  if (standIn && asked.paste && !isPasted) await selectAll();
  noteHow(act, value, asked, isPasted);
  const expect = standIn || asked.terminal ? undefined : { element, value: asked.set ?? value };
  const { rest = '' } = asked;
  const isSent = (how === 'insert' || how === 'enter') && !isPasted;
  if (!isSent && rest === '') return act.settle(target.frame, { expect, asked: after, popup: 'text' });
  if (isSent) {
    const start = rest === '' ? value : value.slice(0, -rest.length);
    const given = { expect: rest === '' ? expect : undefined, prepare: how === 'enter' };
    const settled = await give(act, target, start, given);
    if (rest === '' || settled.astray || settled.elsewhere || settled.dialog) return settled;
  }
  const keys = keyboard.type(rest).flat();
  const field = inFrame(target, element);
  return strike(act, field, { keys: 'typed' }, (frame) => act.send(frame, keys), { expect, popup: 'text' });
}

function noteHow(act: Action, value: string, { how, set, ...asked }: Asked, isPasted: boolean): void {
  if (how === 'set') act.note(SET_BY_SCRIPT);
  if (how === 'command') act.note(BY_COMMAND);
  if (asked.terminal) act.note(SENT_ON);
  else if (how === 'nothing' && !asked.after?.astray) act.note(ALREADY_HELD);
  if (asked.paste) act.note(isPasted ? PASTED : AS_TYPED);
  if (asked.standIn) act.note(DRAWN_TEXT);
  if (set !== undefined && isOtherNumber(set, value)) act.note(`It moves in steps and was set to ${set}.`);
}

/** Browsers reformat dates and colors too, but those are not numbers. */
function isOtherNumber(set: string, given: string): boolean {
  const [a, b] = [Number(set), Number(given)];
  return !Number.isNaN(a) && !Number.isNaN(b) && a !== b;
}

async function paste(act: Action, frame: Frame, element: number, text: string): Promise<boolean> {
  const { taken } = await frame.call('paste', { element, text }, act.scope());
  return taken;
}

/**
 * Sends text to a field. `prepare`: the field's content is not selected yet. Selecting is requested together with
 * the text: otherwise Chromium would draw a frame in between.
 */
async function give(
  act: Action,
  target: ElementTarget,
  text: string,
  { expect, prepare }: { expect: SettleOptions['expect']; prepare: boolean },
): Promise<Settled> {
  const { frame } = target;
  const send = (): Promise<void> => act.send(frame, [{ type: 'text', text }]);
  // A page that expects the text notices its arrival, so it is queried while the text is on its way.
  const isAwaited = expect !== undefined && act.page.driver.textAsTyped === true;
  if (!isAwaited) await send();
  const settling = act.settle(frame, { expect, enter: prepare, popup: 'text' });
  const [settled] = await Promise.all([settling, isAwaited ? send() : undefined]);
  if (settled.refused) {
    await unguard([frame]);
    throw act.errorOf(target, {
      ok: false,
      refused: settled.refused,
      ...(act.found && { found: act.found }),
    });
  }
  if (!settled.early) return settled;
  act.begin();
  return give(act, target, text, { expect, prepare: false });
}

export interface TypeOptions extends ActionOptions {
  delay?: number;
  submit?: boolean;
  /** Over what the field holds. */
  over?: boolean;
}

/** Key by key, after the existing text or over it. */
export async function type(
  act: Action,
  target: ElementTarget | undefined,
  text: string,
  options: TypeOptions,
): Promise<void> {
  const { keyboard } = act.state;
  const strokes = [...keyboard.type(text), ...(options.submit ? [keyboard.press('Enter')] : [])];
  const { delay = 0 } = options;
  await strike(
    act,
    target,
    { caret: options.over ? 'all' : 'end', keys: 'typed', strokes: strokes.length, stroke: 'text' },
    (frame) => (delay > 0 ? typeSlowly(act, frame, strokes, delay) : act.send(frame, strokes.flat())),
    options.submit ? { starts: true } : { popup: 'text' },
  );
}

export async function press(act: Action, target: ElementTarget | undefined, keys: string): Promise<void> {
  // Before anything is touched: an unknown key must leave the page unchanged.
  const events = act.state.keyboard.press(keys);
  const turns = TURNING.test(keys);
  const stroke = COMMANDS.test(keys) ? 'command' : 'text';
  await strike(act, target, { keys: 'pressed', turns, stroke }, (frame) => act.send(frame, events), {
    starts: turns,
  });
}

/** Keys that do what a click does. */
const TURNING = /(?:^|\+)(?:Enter|Space| )$/i;

/** Keys that act in a list also while its field has the focus. */
const COMMANDS = /(?:^|\+)(?:Enter|Tab|Arrow(?:Up|Down)|Page(?:Up|Down))$/i;

type Struck = Pick<RequestOf<'focus'>, 'caret' | 'keys' | 'strokes'> & Pick<Needed, 'turns' | 'stroke'>;

/** Keys for an element, or for whatever has the focus. Keys that would go to another element are stopped. */
async function strike(
  act: Action,
  target: ElementTarget | undefined,
  how: Struck,
  send: (frame: Frame) => Promise<void>,
  settling: Parameters<Action['settle']>[1] = {},
): Promise<Settled> {
  for (let attempt = 1; ; attempt++) {
    const frame = await focusFor(act, target, how);
    act.begin();
    await send(frame);
    const settled = await act.settle(frame, settling);
    const { astray, elsewhere } = settled;
    if (elsewhere && how.keys === 'typed')
      act.note(`The focus moved during typing: some keys went to ${shown(frame, elsewhere)}.`);
    else if (elsewhere && target) act.note(`The focus moved: the key went to ${shown(frame, elsewhere)}.`);
    if (!astray || !(target || act.options.sight)) return settled;
    if (attempt === MAX_ATTEMPTS || act.left() === 0)
      throw astrayError(target ? describeTarget(target, act.found) : 'The focused element', frame, astray);
  }
}

async function focusFor(
  act: Action,
  target: ElementTarget | undefined,
  { turns, stroke, ...how }: Struck,
): Promise<Frame> {
  const needed = { ...(turns && { turns }), ...(stroke && { stroke }) };
  if (target) {
    const { ariaDisabled } = await act.ask(target, 'focus', how, needed);
    await compareAgain(act, target);
    if (ariaDisabled) act.note(ARIA_DISABLED);
    return target.frame;
  }
  const last = act.state.keyFrame;
  const frame = last && !last.detached ? last : act.page.mainFrame;
  const { sight } = act.options;
  if (sight?.focusIn(frame) && act.page.defaults.refsCheck === 'strict') {
    const strokes = how.strokes !== undefined && { strokes: how.strokes };
    return focusedFrame(act, sight, { ...needed, ...strokes, ...(how.keys && { keys: how.keys }) }, frame);
  }
  await frame.call('watch', {}, act.scope());
  return frame;
}

/**
 * The frame whose document has the focus, where that is on what the agent knows to have it. The documents around it tell
 * which one that is. Where none does, it is the one that keys went to last.
 */
async function focusedFrame(
  act: Action,
  sight: Sight,
  { keys, ...how }: Struck,
  last: Frame,
): Promise<Frame> {
  let frame = act.page.mainFrame;
  for (;;) {
    const check = sight.focusIn(frame);
    const reply = check && (await frame.call('watchFocus', { ...how, ...check }, act.scope()));
    if (!reply) return frame;
    if (!reply.ok) throw focusError(frame, sight, reply.failure);
    const inside = reply.frame === undefined ? [] : await frame.framesIn([reply.frame], act.scope());
    const isUnknown = reply.free && frame === act.page.mainFrame && frame !== last;
    const next = inside[0] ?? (isUnknown ? last : undefined);
    // Letters would be shortcuts of the page.
    if (!next && reply.free && keys === 'typed')
      throw new SightlineError('not-editable', NOTHING_FOCUSED, { hint: FOCUS_FIRST });
    if (!next) return frame;
    frame = next;
  }
}

/** The caller asked for these pauses: some pages handle each key separately. */
async function typeSlowly(act: Action, frame: Frame, strokes: InputEvent[][], delay: number): Promise<void> {
  for (const [index, stroke] of strokes.entries()) {
    if (act.page.dialog || act.options.signal?.aborted) return;
    await act.send(frame, stroke);
    if (index < strokes.length - 1) await pause(delay, act.options.signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done, { once: true });
  });
}
