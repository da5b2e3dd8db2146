/** Every action in every place in both browsers: exactly the events that the page saw. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActionReport } from '../../src/page/actions.js';
import type { Browser } from '../../src/page/browser.js';
import type { Frame } from '../../src/page/frame.js';
import type { Locator } from '../../src/page/locator/locator.js';
import type { Page } from '../../src/page/page.js';
import { BROWSERS, type BrowserEngine, launchBrowser } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { BY_PLACE, DIFFERENT, renderMatrix, type Seen, sequenceOf, UNTRUSTED } from './matrix.js';
import { PLACES, servePlaces } from './places.js';
import { inPage, type Logged } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-actions-'));
const file = join(folder, 'letter.txt');
writeFileSync(file, 'Dear reader');

interface Case {
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

const CASES: readonly Case[] = [
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

const seen: Seen[] = [];
let server: FixtureServer;

beforeAll(async () => {
  server = await startServer();
  servePlaces(server);
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

describe.each(BROWSERS)('%s', (engine) => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser(engine);
    page = await browser.newPage();
    await page.setViewport({ width: 900, height: 600 });
  });
  afterAll(() => browser.close());

  describe.each(PLACES)('in the $name', ({ name: place, path, depth }) => {
    let inner: Frame;
    let refs: Map<string, Locator>;
    beforeAll(async () => {
      await page.goto(server.origin + path);
      const { text } = await page.ariaSnapshotWithFrames();
      refs = new Map(
        [...text.matchAll(/^ *- [a-z]+ "([^"]+)".*?\[ref=(\w+)\]/gm)].map(([, name = '', ref = '']) => [
          name,
          page.locatorFromRef(ref),
        ]),
      );
      inner = page.frames()[depth] ?? page.mainFrame;
    });

    it.each(CASES)('$name', async ({ name, on: [id, label], act, check, also = [], only }) => {
      const locate = (wanted: string): Locator => {
        const found = refs.get(wanted);
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
      seen.push({ engine, place, action: name, sequence: sequenceOf(looked, id, also) });
      expect(
        looked.filter(({ type, inside }) => POINTING.has(type) && !inside),
        'coordinates are inside of the target',
      ).toEqual([]);
      if (!(name in UNTRUSTED)) expect(looked.filter(({ trusted }) => !trusted)).toEqual([]);
      const press = log.find(({ type }) => type === 'mousedown');
      const release = log.find(({ type }) => type === 'mouseup');
      if (press && release && name !== 'drag') expect(release.at).toEqual(press.at);
    });

    it('no event reached the parent documents', async () => {
      for (const frame of page.frames().slice(0, depth))
        expect(await inPage(frame, '() => astray')).toEqual([]);
    });
  });
});

describe('the table', () => {
  const places = PLACES.map(({ name }) => name);

  it('has the same events in every place, unless a reason is given', () => {
    for (const { name } of CASES.filter((each) => !(each.name in BY_PLACE)))
      for (const engine of BROWSERS) {
        const mine = seen.filter((each) => each.action === name && each.engine === engine);
        const [first] = mine;
        for (const each of mine)
          expect(each.sequence, `${engine}: ${name} in the ${each.place}`).toBe(first?.sequence);
      }
  });

  it('has the same events in both browsers, unless a reason is given', () => {
    const sequences = (action: string, engine: BrowserEngine) => [
      ...new Set(
        seen.filter((each) => each.action === action && each.engine === engine).map((each) => each.sequence),
      ),
    ];
    const different = CASES.filter(
      ({ name }) => String(sequences(name, 'chromium')) !== String(sequences(name, 'firefox')),
    );
    expect(different.map(({ name }) => name)).toEqual(
      CASES.map(({ name }) => name).filter((name) => name in DIFFERENT),
    );
  });

  it('matches docs/actions-matrix.md', async () => {
    await expect(renderMatrix(seen, places)).toMatchFileSnapshot('../../docs/actions-matrix.md');
  });
});
