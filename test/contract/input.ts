import { expect } from 'vitest';
import type {
  DriverPage,
  FrameId,
  InputEvent,
  KeyStroke,
  Modifiers,
  MouseButton,
} from '../../src/driver/driver.js';
import { type Fixture, failure, frameAt, PageLog } from './fixture.js';

const NONE: Modifiers = { alt: false, control: false, meta: false, shift: false };
const SHIFT: Modifiers = { ...NONE, shift: true };

/** Logs what arrives, as if a person had caused it. */
const LISTENING = `<!doctype html><style>* { margin: 0 } iframe { border: 0; position: absolute; left: 100px; top: 50px; width: 400px; height: 300px }
  button, input, #box { position: absolute; left: 20px; top: 30px; width: 80px; height: 30px }</style>
  <script>
    window.log = [];
    for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'keydown', 'keyup', 'input', 'wheel'])
      addEventListener(type, (event) => log.push([type, event.isTrusted, event.target.id, event.clientX, event.clientY, event.button, event.detail, event.key, event.shiftKey]), true);
  </script>`;
const BUTTON = `${LISTENING}<button id="button">press</button>`;
const INPUT = `${LISTENING}<input id="input">`;

type Logged = [
  type: string,
  isTrusted: boolean,
  target: string,
  x: number,
  y: number,
  button: number,
  detail: number,
  key: string,
  shift: boolean,
];

export function inputCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const logOf = async (page: DriverPage, frame: FrameId) =>
    (await page.evaluate(frame, '() => log', [])) as Logged[];

  const frameKinds = {
    'the main frame': BUTTON,
    'a same-origin frame': `${LISTENING}<iframe src="/target"></iframe>`,
    'a cross-origin frame': `${LISTENING}<iframe src="OTHER/target"></iframe>`,
    'a frame in a cross-origin frame': `${LISTENING}<iframe src="OTHER/between"></iframe>`,
  };
  for (const [kind, html] of Object.entries(frameKinds))
    check(`a click in ${kind} is trusted and hits its target`, async () => {
      fixture.server.serve({
        '/target': BUTTON,
        '/between': `${LISTENING}<iframe src="${fixture.server.origin}/target"></iframe>`,
      });
      const page = await fixture.show(html.replaceAll('OTHER', fixture.server.otherOrigin));
      const target = page.frames().at(-1)?.id ?? page.mainFrame;
      await page.input(target, click(at(page, target, 50, 45)));
      const log = await logOf(page, target);
      expect(log.map(([type, trusted, id, x, y]) => [type, trusted, id, x, y])).toEqual([
        ['mousedown', true, 'button', 50, 45],
        ['mouseup', true, 'button', 50, 45],
        ['click', true, 'button', 50, 45],
      ]);
    });

  check('double click, right button and modifiers', async () => {
    const page = await fixture.show(BUTTON);
    const point = at(page, page.mainFrame, 50, 45);
    await page.input(page.mainFrame, [...click(point), ...click(point, { count: 2 }).slice(1)]);
    await page.input(page.mainFrame, click(point, { button: 'right' }));
    await page.input(page.mainFrame, click(point, { modifiers: SHIFT }));
    const log = await logOf(page, page.mainFrame);
    const told = (type: string) => log.filter(([name]) => name === type);
    expect(told('dblclick')).toHaveLength(1);
    expect(
      told('click')
        .map(([, , , , , , detail]) => detail)
        .slice(0, 2),
    ).toEqual([1, 2]);
    expect(told('contextmenu').map(([, trusted, , , , button]) => [trusted, button])).toEqual([[true, 2]]);
    expect(told('click').at(-1)?.at(8)).toBe(true);
  });

  for (const kind of ['the main frame', 'a cross-origin frame'])
    check(`keys type into ${kind}`, async () => {
      fixture.server.serve({ '/target': INPUT });
      const inside = kind !== 'the main frame';
      const page = await fixture.show(
        inside ? `${LISTENING}<iframe src="${fixture.server.otherOrigin}/target"></iframe>` : INPUT,
      );
      const target = page.frames().at(-1)?.id ?? page.mainFrame;
      await page.input(target, click(at(page, target, 50, 45)));
      await page.evaluate(target, '() => { log.length = 0; }', []);
      await page.input(target, [
        ...press(letter('a')),
        { type: 'key-down', key: SHIFT_KEY, modifiers: SHIFT },
        ...press({ ...letter('b'), key: 'B', text: 'B', bidi: 'B' }, SHIFT),
        { type: 'key-up', key: SHIFT_KEY, modifiers: NONE },
        ...press(letter('c')),
        ...press(BACKSPACE),
      ]);
      expect(await page.evaluate(target, '() => document.getElementById("input").value', [])).toBe('aB');
      const log = await logOf(page, target);
      expect(log.every(([, trusted]) => trusted)).toBe(true);
      expect(log.filter(([type]) => type === 'keydown').map((entry) => entry[7])).toEqual([
        'a',
        'Shift',
        'B',
        'c',
        'Backspace',
      ]);
      expect(log.filter(([type]) => type === 'input')).toHaveLength(4);
    });

  check('text without a key is inserted', async () => {
    const page = await fixture.show(INPUT);
    await page.input(page.mainFrame, click(at(page, page.mainFrame, 50, 45)));
    await page.input(page.mainFrame, [{ type: 'text', text: '東京 🗼' }]);
    expect(await page.evaluate(page.mainFrame, '() => document.getElementById("input").value', [])).toBe(
      '東京 🗼',
    );
    const inputs = (await logOf(page, page.mainFrame)).filter(([type]) => type === 'input');
    expect(inputs.length).toBeGreaterThan(0);
    expect(inputs.every(([, trusted]) => trusted)).toBe(true);
  });

  check('the wheel scrolls', async () => {
    const page = await fixture.show(`${LISTENING}<div style="height: 5000px"></div>`);
    await page.evaluate(
      page.mainFrame,
      '() => { window.scrolled = new Promise((done) => addEventListener("scroll", () => done(scrollY), { once: true })); }',
      [],
    );
    const { x, y } = at(page, page.mainFrame, 50, 45);
    await page.input(page.mainFrame, [{ type: 'wheel', x, y, deltaX: 0, deltaY: 300, modifiers: NONE }]);
    expect(await page.evaluate(page.mainFrame, '() => scrolled', [])).toBeGreaterThan(0);
    const [wheel] = await logOf(page, page.mainFrame);
    expect(wheel?.slice(0, 2)).toEqual(['wheel', true]);
  });

  check('the pointer hovers and drags', async () => {
    // Without a doctype, a bare `:hover` matches only links.
    const page = await fixture.show(`<!doctype html>${LISTENING}<div id="box" style="background: red"></div>
      <script>addEventListener('mousemove', ({ isTrusted, buttons, clientX }) => log.push(['move', isTrusted, buttons, clientX]))</script>`);
    const [start, end] = [at(page, page.mainFrame, 50, 45), at(page, page.mainFrame, 250, 145)];
    // The pointer may still be where another case left it: no move to where it is already.
    await page.input(page.mainFrame, [{ type: 'pointer-move', ...end, modifiers: NONE }]);
    await page.input(page.mainFrame, [{ type: 'pointer-move', ...start, modifiers: NONE }]);
    expect(
      await page.evaluate(page.mainFrame, '() => document.getElementById("box").matches(":hover")', []),
    ).toBe(true);
    await page.input(page.mainFrame, [
      { type: 'pointer-down', ...start, button: 'left', clickCount: 1, modifiers: NONE },
      { type: 'pointer-move', ...end, button: 'left', modifiers: NONE },
      { type: 'pointer-up', ...end, button: 'left', clickCount: 1, modifiers: NONE },
    ]);
    const log = (await page.evaluate(
      page.mainFrame,
      '() => log.filter(([type]) => type === "move")',
      [],
    )) as unknown[];
    expect(log).toEqual(
      expect.arrayContaining([
        ['move', true, 0, 50],
        ['move', true, 1, 250],
      ]),
    );
  });

  check(
    'dragging something draggable drops it',
    async () => {
      const page =
        await fixture.show(`<style>* { margin: 0 } div { position: absolute; width: 80px; height: 40px; background: silver }</style>
        <div id="from" draggable="true" style="left: 10px; top: 10px"></div><div id="to" style="left: 300px; top: 200px"></div>
        <script>
          window.log = [];
          from.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'cargo');
          to.ondragover = (event) => event.preventDefault();
          to.ondrop = (event) => log.push('drop ' + event.isTrusted + ' ' + event.dataTransfer.getData('text/plain'));
          from.ondragend = (event) => log.push('dragend ' + event.isTrusted);
        </script>`);
      const [start, way, end] = [
        at(page, page.mainFrame, 30, 30),
        at(page, page.mainFrame, 100, 100),
        at(page, page.mainFrame, 330, 220),
      ];
      await page.input(page.mainFrame, [
        { type: 'pointer-move', ...start, modifiers: NONE },
        { type: 'pointer-down', ...start, button: 'left', clickCount: 1, modifiers: NONE },
        { type: 'pointer-move', ...way, button: 'left', modifiers: NONE },
        { type: 'pointer-move', ...end, button: 'left', modifiers: NONE },
        { type: 'pointer-up', ...end, button: 'left', clickCount: 1, modifiers: NONE },
      ]);
      expect(await page.evaluate(page.mainFrame, '() => log', [])).toEqual([
        'drop true cargo',
        'dragend true',
      ]);
    },
    fixture.harness.dropsFromInput ? undefined : 'the protocol begins a drag but never fires drop',
  );

  check('input that opens a dialog does not wait for the answer', async () => {
    const page = await fixture.show(
      `${BUTTON}<script>button.onclick = () => { window.answer = confirm('sure?'); }</script>`,
    );
    const log = new PageLog(page);
    await page.input(page.mainFrame, click(at(page, page.mainFrame, 50, 45)));
    await log.first('dialog-opened');
    await page.answerDialog(true);
    await log.first('dialog-closed');
    expect(await page.evaluate(page.mainFrame, '() => answer', [])).toBe(true);
    await page.input(page.mainFrame, [
      { type: 'pointer-move', ...at(page, page.mainFrame, 5, 5), modifiers: NONE },
    ]);
  });

  check('input that navigates does not hang', async () => {
    const page = await fixture.show(
      `${BUTTON}<script>button.onclick = () => { location.href = '${fixture.server.otherOrigin}/two'; }</script>`,
    );
    const log = new PageLog(page);
    await page.input(page.mainFrame, click(at(page, page.mainFrame, 50, 45)));
    await log.until('the new address', () =>
      page.frames().find(({ url }) => url === `${fixture.server.otherOrigin}/two`),
    );
  });

  check('input for a frame that is gone fails', async () => {
    const page = await fixture.show('<iframe src="/two"></iframe>');
    const { id } = frameAt(page, `${fixture.server.origin}/two`);
    await page.evaluate(page.mainFrame, '() => document.querySelector("iframe").remove()', []);
    await new PageLog(page).until('the frame to go', () => page.frames().length === 1 || undefined);
    expect((await failure(page.input(id, click({ x: 1, y: 1 })))).code).toBe('frame-gone');
  });
}

/**
 * The frames of these pages are at (100, 50) in their parents: converts a point of `frame` to what `input`
 * expects.
 */
function at(page: DriverPage, frame: FrameId, x: number, y: number): { x: number; y: number } {
  const wanted = page.inputFrame(frame);
  const parents = new Map(page.frames().map(({ id, parent }) => [id, parent]));
  let point = { x, y };
  for (
    let current: FrameId | null | undefined = frame;
    current && current !== wanted;
    current = parents.get(current)
  )
    point = { x: point.x + 100, y: point.y + 50 };
  return point;
}

export function click(
  point: { x: number; y: number },
  {
    button = 'left',
    count = 1,
    modifiers = NONE,
  }: { button?: MouseButton; count?: number; modifiers?: Modifiers } = {},
): InputEvent[] {
  return [
    { type: 'pointer-move', ...point, modifiers },
    { type: 'pointer-down', ...point, button, clickCount: count, modifiers },
    { type: 'pointer-up', ...point, button, clickCount: count, modifiers },
  ];
}

function press(key: KeyStroke, modifiers = NONE): InputEvent[] {
  return [
    { type: 'key-down', key, modifiers },
    { type: 'key-up', key, modifiers },
  ];
}

function letter(text: string): KeyStroke {
  const upper = text.toUpperCase();
  return { key: text, code: `Key${upper}`, keyCode: upper.charCodeAt(0), location: 0, text, bidi: text };
}

/** BiDi's values for keys that are not characters: WebDriver's table of the private-use area. */
const SHIFT_KEY: KeyStroke = {
  key: 'Shift',
  code: 'ShiftLeft',
  keyCode: 16,
  location: 1,
  text: '',
  bidi: '\uE008',
};
const BACKSPACE: KeyStroke = {
  key: 'Backspace',
  code: 'Backspace',
  keyCode: 8,
  location: 0,
  text: '',
  bidi: '\uE003',
};
