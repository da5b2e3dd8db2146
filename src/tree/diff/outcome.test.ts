import fc from 'fast-check';
import { expect, it } from 'vitest';
import { node } from '../../../test/support/tree-builder.js';
import { isText, type SnapshotNode } from '../node.js';
import { growthIn, outcomeOf, workIn } from './outcome.js';

const TEXTS = ['Saving…', 'Queued', 'Done', 'Tea', 'Loading'];

/** Two levels of elements, numbered from `from` on. */
const tree = (texts: readonly (readonly string[])[], from = 1): SnapshotNode =>
  node(
    'main',
    'e0',
    {},
    texts.map((inside, at) =>
      node(
        'list',
        `e${from + at * 10}`,
        {},
        inside.map((text, index) => node('generic', `e${from + at * 10 + index + 1}`, { text })),
      ),
    ),
  );

/** With one of its lists changed, moved or replaced; the others are the same objects. */
function edited(before: SnapshotNode, at: number, how: number, text: string): SnapshotNode {
  const lists = before.children.filter((child): child is SnapshotNode => !isText(child));
  const place = at % lists.length;
  const list = lists[place];
  if (!list) return before;
  const changed = { ...list, children: [...list.children, node('generic', `e${900 + how}`, { text })] };
  const others = lists.filter((each) => each !== list);
  const children = [
    lists.with(place, changed),
    [list, ...others],
    others,
    lists.with(place, node('group', 'e800', {}, [list])),
    [...tree([[text]], 500).children, ...lists],
  ][how % 5];
  return { ...before, children: children ?? lists };
}

it('finds the same signs of work whether or not two trees share their parts', () => {
  const texts = fc.array(fc.array(fc.constantFrom(...TEXTS), { maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), fc.constantFrom(...TEXTS), (inside, at, how, text) => {
      const before = tree(inside);
      const now = edited(before, at, how, text);
      expect(workIn(before, now)).toEqual(workIn(structuredClone(before), now));
    }),
  );
});

it('takes it for no outcome that a dialog closes and shows what it had hidden', () => {
  const button = node('button', 'e3', { name: 'MM/DD' });
  const app = node('group', 'e2', {}, [button]);
  const page = (...parts: SnapshotNode[]) => node('main', 'e0', {}, parts);
  const dialog = page(node('dialog', 'e5', { name: 'Format' }));
  const former = new Map([app, button].map((each) => [each.ref, each]));
  expect(outcomeOf(dialog, page(app))).toBe('some');
  expect(outcomeOf(dialog, page(app), former)).toBe('less');
  const changed = node('group', 'e2', {}, [node('button', 'e3', { name: 'YYYY-MM' })]);
  expect(outcomeOf(dialog, page(changed), former)).toBe('some');
});

it('takes only a new sign for work', () => {
  const before = tree([['Saving…', 'Tea']]);
  expect(workIn(before, before)).toBeUndefined();
  expect(workIn(before, edited(before, 0, 0, 'Saving…'))?.node.ref).toBe('e900');
  expect(workIn(before, edited(before, 0, 3, ''))).toBeUndefined();
  const known = tree([['Loading dock', 'Tea']]);
  expect(workIn(known, edited(known, 0, 0, 'Saving changes'))?.kind).toBe('word');
  expect(workIn(known, edited(known, 0, 0, 'Loading dock'))).toBeUndefined();
  expect(workIn({ ...known, ref: 'e7' }, edited(known, 0, 0, 'Saving changes'))).toBeUndefined();
});

it('takes a button that is named anew for one that may be at work', () => {
  const named = (name: string) => node('main', 'e0', {}, [node('button', 'e1', { name })]);
  expect(workIn(named('Pay'), named('Processing payment'))?.kind).toBe('word');
  expect(workIn(named('Loading dock'), named('Loading dock'))).toBeUndefined();
});

it('takes a progress bar that has moved for a step of work', () => {
  const bar = (value: string) =>
    node('main', 'e0', {}, [node('progressbar', 'e1', { value, states: { valuemax: 5 } })]);
  expect(workIn(bar('0%'), bar('20%'))?.kind).toBe('step');
  expect(workIn(bar('20%'), bar('20%'))).toBeUndefined();
  expect(workIn(node('main', 'e0'), bar('20%'))?.kind).toBe('sure');
  expect(workIn(node('main', 'e0'), bar('100%'))?.kind).toBe('step');
});

const workOf = (role: string, text: string): string => {
  const work = workIn(node('main', 'e0'), node('main', 'e0', {}, [node(role, 'e1', { text })]));
  return work?.kind ?? 'none';
};

it.each([
  ['generic', 'Starting Balances', 'none'],
  ['generic', 'Checking account', 'word'],
  ['button', 'Loading dock 4', 'word'],
  ['button', 'Unloading dock 4', 'none'],
  ['link', 'Loading dock 4', 'none'],
  ['paragraph', 'Running shoes', 'none'],
  ['cell', 'Checking', 'job'],
  ['generic', 'Loading', 'sure'],
  ['generic', 'Kernel starting, please wait...', 'sure'],
  ['button', 'Saving changes…', 'sure'],
  ['generic', 'Uploading 3 of 10', 'sure'],
  ['status', 'Loading results', 'sure'],
  ['generic', 'Please wait while we look', 'sure'],
  ['generic', 'State: starting', 'job'],
  ['generic', 'Job queued', 'job'],
  ['status', 'Signed in. Redirecting…', 'sure'],
  ['paragraph', 'Your order is in. Please wait.', 'sure'],
  ['paragraph', 'Thank you. Loading dock 4 is open', 'none'],
])('takes %s "%s" for a sign of work: %s', (role, text, expected) => {
  expect(workOf(role, text)).toBe(expected);
});

const shown = (...children: Parameters<typeof node>[3] & {}) => node('main', 'e0', {}, children);
const go = (name: string, disabled = false) =>
  node('button', 'e1', { name, states: disabled ? { disabled } : {} });
const text = (words: string) => node('paragraph', 'e2', { text: words });

it.each([
  ['none', 'a box without content', shown(go('Go'), node('status', 'e3', {}, [node('img', 'e4')]))],
  ['held', 'a disabled control', shown(go('Go', true))],
  ['renamed', 'a control that is disabled and renamed', shown(go('Going', true))],
  ['some', 'a renamed control', shown(go('Gone'))],
] as const)('takes %s from %s', (kind, _, now) => {
  expect(outcomeOf(shown(go('Go')), now)).toBe(kind);
});

it('finds what was added to', () => {
  const before = shown(text('One'), go('Go'));
  expect(growthIn(before, shown(text('One two'), go('Go')))?.ref).toBe('e2');
  expect(growthIn(before, shown(text('One'), go('Go'), node('paragraph', 'e3', { text: 'Two' })))?.ref).toBe(
    'e0',
  );
  expect(growthIn(before, shown(text('Another'), go('Go')))).toBeUndefined();
  expect(
    growthIn(before, shown(node('paragraph', 'e3', { text: 'Two' }), text('One'), go('Go'))),
  ).toBeUndefined();
});

it('takes nothing for work that was entered, now or before', () => {
  const list = (text: string) => node('main', 'e0', {}, [node('generic', 'e1', { text })]);
  const field = node('main', 'e0', {}, [node('textbox', 'e2', { name: 'Name', value: 'Checking' })]);
  expect(workIn(node('main', 'e0'), list('Checking'))?.kind).toBe('sure');
  expect(workIn(node('main', 'e0'), list('Checking'), new Set(['Checking']))).toBeUndefined();
  expect(workIn(field, list('Checking'))).toBeUndefined();
  expect(workIn(field, list('Checking…'))?.kind).toBe('sure');
});
