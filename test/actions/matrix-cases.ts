/** The actions of the matrix, each on one of the widgets that every place has. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ActionReport } from '../../src/page/actions.js';
import type { Frame } from '../../src/page/frame.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { sequenceOf, UNTRUSTED } from './matrix.js';
import { inPage, type Logged } from './support.js';

const folder = join(tmpdir(), `sightline-actions-${process.pid}`);
const file = join(folder, 'letter.txt');

/** Test files share this module. */
export function prepareFiles(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'Dear reader');
}

export function removeFiles(): void {
  rmSync(folder, { recursive: true });
}

export interface Case {
  name: string;
  /** The id and the accessible name of the widget. */
  on: [id: string, name: string];
  act: (locator: Locator, other: (name: string) => Locator) => Promise<ActionReport>;
  /** Must be true afterwards, in the widget's document. */
  check?: string;
  /** Incidental events that this action is about. */
  also?: string[];
  /** Only these are compared. */
  only?: string[];
}

/** Events with pointer coordinates; a click by key or by script has none. */
const POINTING = new Set([
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'contextmenu',
  'dblclick',
  'drop',
  'mousemove',
  'wheel',
]);

const DRAG = ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'];

/** What is hovered on the way depends on the distance. */
const isOfTheDrag = ({ type, target }: Logged): boolean =>
  type === 'dragenter' || type === 'dragover' ? target === 'target' : true;

export const CASES: readonly Case[] = [
  { name: 'click', on: ['button', 'Button'], act: (it) => it.click() },
  { name: 'double click', on: ['button', 'Button'], act: (it) => it.doubleClick() },
  { name: 'right click', on: ['button', 'Button'], act: (it) => it.click({ button: 'right' }) },
  {
    name: 'click with Control and Shift',
    on: ['button', 'Button'],
    act: (it) => it.click({ modifiers: ['control', 'shift'] }),
    only: ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'],
  },
  {
    name: 'click at a position',
    on: ['button', 'Button'],
    act: (it) => it.click({ position: { x: 12, y: 9 } }),
  },
  {
    name: 'hover',
    on: ['button', 'Button'],
    act: (it) => it.hover(),
    also: ['mousemove'],
    only: ['mousemove'],
  },
  {
    name: 'fill text',
    on: ['text', 'Text'],
    act: (it) => it.fill('new value'),
    check: "widget('text').value === 'new value'",
  },
  {
    name: 'fill password',
    on: ['password', 'Password'],
    act: (it) => it.fill('s3cret'),
    check: "widget('password').value === 's3cret'",
  },
  {
    name: 'fill number',
    on: ['number', 'Number'],
    act: (it) => it.fill('12.5'),
    check: "widget('number').value === '12.5'",
  },
  {
    name: 'fill textarea',
    on: ['area', 'Area'],
    act: (it) => it.fill('two words'),
    check: "widget('area').value === 'two words'",
  },
  {
    name: 'fill contenteditable',
    on: ['editable', 'Editable'],
    act: (it) => it.fill('rich text'),
    check: "widget('editable').textContent === 'rich text'",
  },
  {
    name: 'fill date',
    on: ['date', 'Date'],
    act: (it) => it.fill('2025-12-31'),
    check: "widget('date').value === '2025-12-31'",
  },
  {
    name: 'fill color',
    on: ['color', 'Colour'],
    act: (it) => it.fill('#1e90ff'),
    check: "widget('color').value === '#1e90ff'",
  },
  {
    name: 'fill range',
    on: ['range', 'Range'],
    act: (it) => it.fill('73'),
    check: "widget('range').value === '73'",
  },
  { name: 'clear', on: ['text', 'Text'], act: (it) => it.clear(), check: "widget('text').value === ''" },
  {
    name: 'type',
    on: ['text', 'Text'],
    act: (it) => it.type('aB'),
    check: "widget('text').value.endsWith('aB')",
  },
  { name: 'press', on: ['text', 'Text'], act: (it) => it.press('ArrowLeft') },
  { name: 'press a chord', on: ['text', 'Text'], act: (it) => it.press('Control+Shift+K') },
  { name: 'press Enter', on: ['button', 'Button'], act: (it) => it.press('Enter') },
  {
    name: 'select',
    on: ['select', 'Select'],
    act: (it) => it.selectOption('Banana'),
    check: "widget('select').value === 'b'",
  },
  { name: 'check', on: ['check', 'Check'], act: (it) => it.check(), check: "widget('check').checked" },
  { name: 'uncheck', on: ['check', 'Check'], act: (it) => it.uncheck(), check: "!widget('check').checked" },
  {
    name: 'check a hidden input',
    on: ['covered-check', 'Hidden check'],
    act: (it) => it.check(),
    check: "widget('covered-check').checked",
  },
  {
    name: 'check a switch',
    on: ['switch', 'Switch'],
    act: (it) => it.check(),
    check: "widget('switch').getAttribute('aria-checked') === 'true'",
  },
  {
    name: 'set files',
    on: ['file', 'File'],
    act: (it) => it.setInputFiles(file),
    check: "widget('file').files[0].name === 'letter.txt'",
  },
  {
    name: 'drag',
    on: ['source', 'Source'],
    act: (it, other) => it.dragTo(other('Target')),
    check: "window.dropped === 'dragged'",
    only: DRAG,
  },
  {
    name: 'drop data',
    on: ['target', 'Target'],
    act: (it) => it.drop({ data: { 'text/plain': 'from outside' } }),
    check: "window.dropped === 'from outside'",
  },
  {
    name: 'drop file',
    on: ['target', 'Target'],
    act: (it) => it.drop({ files: [file] }),
    check: "window.dropped === 'letter.txt'",
  },
  {
    name: 'wheel',
    on: ['scroller', 'Scroller'],
    act: (it) => it.wheel({ x: 0, y: 80 }),
    check: "widget('scroller').scrollTop > 0",
    only: ['wheel'],
  },
  {
    name: 'scrollTo',
    on: ['scroller', 'Scroller'],
    act: (it) => it.scrollTo({ y: '50%' }),
    check: "widget('scroller').scrollTop > 100",
  },
  { name: 'focus', on: ['text', 'Text'], act: (it) => it.focus() },
  { name: 'blur', on: ['text', 'Text'], act: (it) => it.blur(), also: ['focusout'] },
  { name: 'select text', on: ['text', 'Text'], act: (it) => it.selectText() },
  { name: 'DOM click', on: ['button', 'Button'], act: (it) => it.domClick() },
];

/** The widgets of a place, by their names. */
export async function widgetsOf(page: Page): Promise<Map<string, Locator>> {
  const { text } = await page.ariaSnapshotWithFrames();
  return new Map(
    [...text.matchAll(/^ *- [a-z]+ "([^"]+)".*?\[ref=(\w+)\]/gm)].map(([, name = '', ref = '']) => [
      name,
      page.locatorFromRef(ref),
    ]),
  );
}

/** Acts, checks the effect and where the events went, and returns them in one line. */
export async function perform(
  { name, on: [id, label], act, check, also = [], only }: Case,
  inner: Frame,
  widgets: ReadonlyMap<string, Locator>,
): Promise<string> {
  const locate = (wanted: string): Locator => {
    const found = widgets.get(wanted);
    if (!found) throw new Error(`no ${wanted} in this place`);
    return found;
  };
  if (name !== 'blur') await inPage(inner, '() => unfocus()');
  await inPage(inner, '() => { log.length = 0; }');
  await act(locate(label), locate);
  const log = await inPage<Logged[]>(inner, '() => log');
  if (check) expect(await inPage(inner, `() => ${check}`), check).toBe(true);
  const looked = log.filter(
    (event) => (!only || only.includes(event.type)) && (only !== DRAG || isOfTheDrag(event)),
  );
  expect(
    looked.filter(({ type, inside }) => POINTING.has(type) && !inside),
    'coordinates are inside of the target',
  ).toEqual([]);
  if (!(name in UNTRUSTED)) expect(looked.filter(({ trusted }) => !trusted)).toEqual([]);
  const press = log.find(({ type }) => type === 'mousedown');
  const release = log.find(({ type }) => type === 'mouseup');
  if (press && release && name !== 'drag') expect(release.at).toEqual(press.at);
  return sequenceOf(looked, id, also);
}
