/** The table of docs/actions-matrix.md: what the run saw, in words that do not vary between runs. */
import type { BrowserEngine } from '../support/browsers.js';
import type { Logged } from './support.js';

export interface Seen {
  engine: BrowserEngine;
  place: string;
  action: string;
  sequence: string;
}

/** Events that depend on the earlier pointer position, or on the speed of the machine. */
const INCIDENTAL = new Set(['focusout', 'select', 'scroll', 'mousemove', 'pointermove']);

/** One line for the events of an action: repeated ones once, `!` before untrusted ones. */
export function sequenceOf(log: readonly Logged[], target: string, also: readonly string[] = []): string {
  const words = log
    .filter(({ type }) => !INCIDENTAL.has(type) || also.includes(type))
    .map((event) => {
      const where = event.target === target ? '' : `(${event.target})`;
      const what = event.code ? `[${event.code}]` : event.inputType ? `[${event.inputType}]` : '';
      const held = event.modifiers === '' ? '' : `{${event.modifiers}}`;
      return `${event.trusted ? '' : '!'}${event.type}${what}${held}${where}`;
    });
  return words
    .filter((word, index) => word !== words[index - 1] || !/drag|wheel|scroll|move/.test(word))
    .join(' ');
}

/** Why an action fires untrusted events. */
export const UNTRUSTED: Readonly<Record<string, string>> = {
  'fill date':
    'no protocol can operate the date picker: the value is set, `input` and `change` are dispatched',
  'fill color':
    'no protocol can operate the color picker: the value is set, `input` and `change` are dispatched',
  'fill range': 'no protocol sets a slider to a value: the value is set, `input` and `change` are dispatched',
  select:
    'the list of a select element is drawn by the system: the option is set, `input` and `change` are dispatched',
  'DOM click': 'by design: `element.click()`',
  drag: 'Firefox: `input.performActions` starts a drag and lets it hover, but never drops it: `drop` and `dragend` are dispatched',
  'drop data': 'Firefox: BiDi has no drop from outside: the drag events are dispatched',
  'drop file': 'Firefox: BiDi has no drop from outside: the drag events are dispatched',
};

const NO_BEFOREINPUT =
  'CDP inserts text as typing does, with a `beforeinput` event; BiDi cannot insert text, so the editor’s own command does it, which fires none';

/** Where the two browsers fire different events, and why. */
export const DIFFERENT: Readonly<Record<string, string>> = {
  'fill text': NO_BEFOREINPUT,
  'fill password': NO_BEFOREINPUT,
  'fill number': NO_BEFOREINPUT,
  'fill textarea': NO_BEFOREINPUT,
  'fill contenteditable':
    'CDP inserts text as one edit; BiDi cannot, so keys enter it: editors with a document model are updated by `beforeinput`, which a command does not fire',
  drag: 'see above',
  'drop data': 'see above',
  'drop file': 'see above',
};

/** Where an action fires different events in some places, and why. */
export const BY_PLACE: Readonly<Record<string, string>> = {
  drag: 'Firefox: `input.performActions` does not let a drag hover over elements in a shadow root or in a transformed same-origin iframe: `dragenter` and `dragover` are dispatched there, too',
};

export function renderMatrix(seen: readonly Seen[], places: readonly string[]): string {
  const rows: string[] = [];
  for (const action of unique(seen.map((each) => each.action)))
    for (const engine of unique(seen.map((each) => each.engine))) {
      const mine = seen.filter((each) => each.action === action && each.engine === engine);
      for (const sequence of unique(mine.map((each) => each.sequence))) {
        const where = mine.filter((each) => each.sequence === sequence).map(({ place }) => place);
        const all = where.length === places.length ? `all ${places.length}` : where.join(', ');
        rows.push(`| ${action} | ${engine} | ${all} | ${code(sequence)} |`);
      }
    }
  const listed = (entries: Readonly<Record<string, string>>) =>
    Object.entries(entries).map(([action, why]) => `| ${action} | ${why} |`);
  return [
    '# Events of every action',
    '',
    'Written by `test/actions/matrix.test.ts` from what the test pages saw; the test fails when this file',
    'and the browsers differ (`npx vitest run test/actions/matrix.test.ts -u` rewrites it).',
    '',
    `Every action was performed in ${places.length} places: ${places.join(', ')}.`,
    'An event with `!` is untrusted; every other one has `isTrusted: true`. Repeated drag, wheel and scroll events',
    'are shown once. `[KeyA]` is the `code` of a key event, `[insertText]` the `inputType` of an input event,',
    '`{ctrlKey}` a modifier that was held, `(id)` a target other than the widget itself.',
    '',
    '| action | browser | places | events |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
    '## Not trusted',
    '',
    '| action | reason |',
    '| --- | --- |',
    ...listed(UNTRUSTED),
    '',
    '## Not the same in both browsers',
    '',
    '| action | reason |',
    '| --- | --- |',
    ...listed(DIFFERENT),
    '',
    '## Not the same in every place',
    '',
    '| action | reason |',
    '| --- | --- |',
    ...listed(BY_PLACE),
    '',
  ].join('\n');
}

function code(sequence: string): string {
  return sequence === '' ? '(none)' : `\`${sequence}\``;
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
