/** Turns the page's answer about an action that was not done into an error that names the reason. */
import { SightlineError } from '../errors.js';
import type { ElementTarget } from '../page/actions.js';
import type { Frame } from '../page/frame.js';
import { targetError } from '../page/target/target-error.js';
import { quote, roleAndName } from '../tree/quote.js';
import type { Blocked, GuardVerdict, NotDone, Refused, Shown } from '../wire/api.js';
import { describeTarget } from './target.js';

/** `frame`: the frame that answered, which is the target's own or an ancestor of it. */
export function notDoneError(
  target: ElementTarget,
  frame: Frame,
  reply: NotDone,
  timeout: number,
): SightlineError {
  if ('failure' in reply) return targetError(target, reply.failure);
  if ('refused' in reply) return refusedError(describeTarget(target, reply.found), reply.refused);
  return blockedError(target, frame, reply.blocked, timeout);
}

function blockedError(
  target: ElementTarget,
  frame: Frame,
  blocked: Blocked,
  timeout: number,
): SightlineError {
  const { condition, why, lasting, brief, found, cover, held, around, iframe } = blocked;
  const subject = describeTarget(target, found);
  const waited = timeout > 0 && !lasting && !brief ? ` after ${timeout} ms` : '';
  const where = iframe ? ` The iframe is ${shown(frame, iframe)}.` : '';
  const details = {
    condition,
    ...(lasting && { lasting }),
    ...(cover && { cover: frame.refOf(cover.element) }),
  };
  if (cover && held)
    return new SightlineError(
      'covered',
      held === 'locked'
        ? `${subject} can't be reached: ${shown(frame, cover)} has locked the pointer.`
        : `${subject} can't be reached: ${shown(frame, cover)} is in full screen.`,
      { details, hint: 'Press Escape to end that, as a person would.' },
    );
  if (cover)
    return new SightlineError(
      'covered',
      `${subject} is covered${waited} by ${shown(frame, cover)}.${where}`,
      {
        details,
      },
    );
  const code = condition === 'editable' ? 'not-editable' : 'not-actionable';
  const instead = around ? ` A click there goes to ${shown(frame, around)}.` : '';
  return new SightlineError(
    code,
    `${subject} is not ${wording(condition)}${waited}: ${why}.${instead}${where}`,
    { details, ...(around && { hint: 'Act on that instead, if it is what a person would click.' }) },
  );
}

/** The page kept moving another element under the pointer at the last moment. */
export function guardError(
  subject: string,
  frame: Frame,
  verdict: GuardVerdict,
  verb: 'click' | 'hover' = 'click',
): SightlineError {
  const cover = verdict.cover ? shown(frame, verdict.cover) : 'another element';
  return new SightlineError(
    'covered',
    `${subject} moves away before the ${verb}: ${cover} would have been ${verb}ed, so nothing was.`,
    { details: { condition: 'hit', ...(verdict.cover && { cover: frame.refOf(verdict.cover.element) }) } },
  );
}

/** The browser accepted the press, but no document of the page received it. */
export function lostError(subject: string): SightlineError {
  return new SightlineError(
    'not-actionable',
    `The press on ${subject} did not arrive: no document of the page received it, so nothing was clicked.`,
    {
      hint: 'Take a fresh snapshot and try again; a direct DOM click needs no pointer.',
      details: { condition: 'hit' },
    },
  );
}

/** The page kept moving the focus before the text arrived. */
export function astrayError(subject: string, frame: Frame, astray: Shown): SightlineError {
  return new SightlineError(
    'not-actionable',
    `${subject} loses the focus: the text would have gone to ${shown(frame, astray)}, so nothing was entered.`,
    { details: { condition: 'focus', focused: frame.refOf(astray.element) } },
  );
}

function refusedError(subject: string, { code, message, hint, details = {} }: Refused): SightlineError {
  return new SightlineError(code, `${subject}: ${message}.${optionsOf(details)}`, {
    details,
    ...(hint !== undefined && { hint }),
  });
}

/** The existing options as the page sent them: a bounded list and their count. */
function optionsOf({ options, count }: { options?: unknown; count?: unknown }): string {
  if (!Array.isArray(options)) return '';
  if (options.length === 0) return ' There are no options.';
  const lines = options.map(({ value, label }: { value: string; label: string }) =>
    value === label ? quote(label, 80) : `${quote(label, 80)} (value ${quote(value, 80)})`,
  );
  const more = Number(count) - options.length;
  return ` The options are: ${lines.join(', ')}${more > 0 ? `, … ${more} more` : ''}.`;
}

export function shown(frame: Frame, element: Shown): string {
  return `${roleAndName(element.role, element.name)} <${element.tag}> [ref=${frame.refOf(element.element)}]`;
}

function wording(condition: Blocked['condition']): string {
  return condition === 'hit' ? 'where the pointer would reach it' : condition;
}
