/** A drag lands before, after or inside, and the report says where. Lists as the common toolkits build them. */
import { expect, it } from 'vitest';
import { describeEach } from '../support/browsers.js';
import { byName, inPage, onePage, outcome } from './support.js';

const items = (names: string, tag = 'li', more = '') =>
  [...names].map((name) => `<${tag} class="item" id="${name}" ${more}>${name}</${tag}>`).join('');
const page_ = (body: string) => `<!doctype html><meta charset="utf-8"><title>Drag</title>
  <style>ul { width: 160px; padding: 0; margin: 0 40px 0 0; float: left } .item { display: block; height: 36px }</style>${body}`;

/** Swaps as soon as the pointer enters, then ignores it for a moment, as animated lists do. */
const SWAP = `let held, until = 0;
  onpointerdown = (event) => { held = event.target.closest('.item'); };
  onpointerup = () => { held = undefined; };
  onpointermove = ({ clientX, clientY }) => {
    const over = document.elementsFromPoint(clientX, clientY).find((each) => each.matches('.item') && each !== held);
    if (!held || !over || performance.now() < until) return;
    until = performance.now() + 50;
    const isBelow = held.parentNode === over.parentNode && held.compareDocumentPosition(over) & 4;
    if (isBelow) over.after(held); else over.before(held);
  };`;

const PAGES = {
  // A sheet to draw on, and a box inside that takes no events and holds a piece already.
  '/sheet':
    page_(`<svg id="sheet" width="200" height="200" style="position: absolute; left: 20px; top: 20px"><rect id="box" x="100" y="100" width="80" height="80" fill="none" stroke="black"/>
    <circle id="held" cx="140" cy="140" r="8"/><circle id="ball" cx="30" cy="30" r="8"/></svg><script>
    let line;
    onmousedown = () => { line = []; };
    onmousemove = ({ clientX, clientY, buttons }) => { if (buttons) line.push([clientX - 20, clientY - 20]); };</script>`),
  '/swap': page_(
    `<ul id="one">${items('ABCDE')}</ul><ul id="two">${items('XYZ')}</ul><script>${SWAP}</script>`,
  ),
  // Native events, an indicator at the nearer edge: the DOM changes on the drop. An item lets the pointer through.
  '/edges':
    page_(`<ul id="one">${items('ABCDE', 'li', 'draggable="true"')}</ul><ul id="two">${items('XYZ', 'li', 'draggable="true"')}</ul><script>
    let dragged;
    ondragstart = (event) => { dragged = event.target; event.dataTransfer.setData('text/plain', dragged.id); };
    ondragover = (event) => event.preventDefault();
    ondrop = (event) => {
      event.preventDefault();
      const over = event.target.closest('.item');
      if (!over || over === dragged) return;
      const { top, height } = over.getBoundingClientRect();
      if (event.clientY < top + height / 2) over.before(dragged); else over.after(dragged);
    };</script>`),
  // Native events that rearrange in the next frame, past the center of an item, and no more after the drop.
  '/later':
    page_(`<ul id="one">${items('ABCDE', 'li', 'draggable="true"')}</ul><ul id="two">${items('XYZ', 'li', 'draggable="true"')}</ul><script>
    let dragged;
    ondragstart = (event) => { dragged = event.target; event.dataTransfer.setData('text/plain', dragged.id); };
    ondrop = (event) => { event.preventDefault(); dragged = undefined; };
    ondragover = (event) => {
      event.preventDefault();
      const over = event.target.closest?.('.item');
      requestAnimationFrame(() => {
        if (!dragged || !over || over === dragged) return;
        const { top, height } = over.getBoundingClientRect();
        over[event.clientY < top + height / 2 ? 'before' : 'after'](dragged);
      });
    };</script>`),
  // A helper follows the pointer, over the next items. In another list, an item lands one too early.
  '/helper':
    page_(`<ul id="one" aria-label="One">${items('ABCDE')}</ul><ul id="two" aria-label="Two">${items('XYZ')}</ul><script>
    let held;
    const helper = Object.assign(document.createElement('div'), { textContent: 'moving' });
    onpointerdown = (event) => { held = event.target.closest('.item'); event.preventDefault(); };
    onpointermove = ({ clientX, clientY }) => {
      if (held) document.body.append(helper);
      helper.style.cssText = \`position: fixed; width: 90px; height: 70px; left: \${clientX + 5}px; top: \${clientY + 5}px\`;
    };
    onpointerup = ({ clientX, clientY }) => {
      helper.remove();
      const over = document.elementsFromPoint(clientX, clientY).find((each) => each.matches('.item') && each !== held);
      const { top, height } = over.getBoundingClientRect();
      const isBelow = held.parentNode === over.parentNode && clientY > top + height / 2;
      over[isBelow ? 'after' : 'before'](held);
      held = undefined;
    };</script>`),
  // A list that knows the places of its items since the press, unless it scrolls at its edge; a knob that follows.
  '/known':
    page_(`<ul id="one" style="height: 120px; overflow: auto">${items('ABCDEFGHIJKLMNOPQRST')}</ul><ul id="two"></ul>
    <div id="knob" style="position: absolute; left: 300px; top: 20px; width: 30px; height: 30px; background: gray"></div><script>
    let held, tops;
    const learn = () => { tops = new Map([...one.children].map((each) => [each, each.getBoundingClientRect().top])); };
    onpointerdown = (event) => { held = event.target; learn(); event.preventDefault(); };
    onpointermove = ({ clientX, clientY }) => {
      if (held === knob) knob.style.left = clientX - 15 + 'px';
      if (!held || held === knob) return;
      const { top, bottom } = one.getBoundingClientRect(), was = one.scrollTop;
      if (clientY < top + 15) one.scrollTop -= 30;
      if (clientY > bottom - 15) one.scrollTop += 30;
      if (one.scrollTop !== was) learn();
    };
    onpointerup = ({ clientY }) => {
      const over = [...one.children].find((each) => each !== held && clientY >= tops.get(each) && clientY < tops.get(each) + 36);
      if (held !== knob) over?.[clientY < tops.get(over) + 18 ? 'before' : 'after'](held);
      held = undefined;
    };</script>`),
  // From one list to the other, an item is made anew, and lands one too early.
  '/anew': page_(`<ul id="one">${items('ABCDE')}</ul><ul id="two">${items('XYZ')}</ul><script>
    let held;
    onpointerdown = (event) => { held = event.target.closest('.item'); event.preventDefault(); };
    onpointerup = ({ clientX, clientY }) => {
      const over = document.elementsFromPoint(clientX, clientY).find((each) => each.matches('.item') && each !== held);
      if (!held || !over) return;
      const { top, height } = over.getBoundingClientRect();
      const isBelow = held.parentNode === over.parentNode && clientY > top + height / 2;
      over[isBelow ? 'after' : 'before'](held.cloneNode(true));
      held.remove();
    };</script>`),
  // A list that takes itself for a row: exactly over the center of an item, nothing happens.
  '/center':
    page_(`<ul id="one">${items('ABCDE', 'li', 'draggable="true"')}</ul><ul id="two">${items('XYZ', 'li', 'draggable="true"')}</ul><script>
    let dragged;
    ondragstart = (event) => { dragged = event.target; event.dataTransfer.setData('text/plain', dragged.id); };
    ondrop = (event) => event.preventDefault();
    ondragover = (event) => {
      event.preventDefault();
      const over = event.target.closest?.('.item');
      if (!over || over === dragged) return;
      const { top, left, width, height } = over.getBoundingClientRect();
      const isOwn = over.parentNode === dragged.parentNode;
      const past = isOwn ? event.clientY - top - height / 2 : event.clientX - left - width / 2;
      if (past !== 0) over[past > 0 ? 'after' : 'before'](dragged);
    };</script>`),
  '/tree': page_(`<div role="tree">${['A', 'B', 'C']
    .map(
      (name) =>
        `<div role="treeitem" id="${name}" aria-label="${name}"><div style="height: 30px">${name}</div><div role="group">${name === 'B' ? '<div role="treeitem" id="B1" style="height: 30px">B1</div>' : ''}</div></div>`,
    )
    .join('')}</div><script>
    let held; window.done = '';
    onpointerdown = (event) => { held = event.target.closest('[role=treeitem]'); event.preventDefault(); };
    onpointerup = ({ clientX, clientY }) => {
      const over = document.elementFromPoint(clientX, clientY).closest('[role=treeitem]');
      const share = (clientY - over.getBoundingClientRect().top) / 30;
      done = held.id + (share < 0.25 ? ' before ' : share > 0.75 ? ' after ' : ' inside ') + over.id;
    };</script>`),
  // During a drag, the items let the pointer through.
  '/through': page_(`<ul id="one">${items('ABC')}</ul><script>
    let held;
    onpointerdown = (event) => { held = event.target; for (const each of one.children) each.style.pointerEvents = 'none'; };
    onpointerup = ({ clientY }) => {
      const over = [...one.children].find((each) => { const { top, bottom } = each.getBoundingClientRect(); return clientY >= top && clientY < bottom; });
      over?.after(held);
    };</script>`),
  '/text': page_(
    '<span id="word" draggable="true">word</span><textarea id="area" aria-label="Area">old</textarea>',
  ),
};

const PLACES = [
  ['B', 'after', 'C', 'ACBDE XYZ'],
  ['D', 'before', 'C', 'ABDCE XYZ'],
  ['A', 'after', 'E', 'BCDEA XYZ'],
  ['A', 'before', 'D', 'BCADE XYZ'],
  ['E', 'after', 'A', 'AEBCD XYZ'],
  ['B', 'before', 'Y', 'ACDE XBYZ'],
  ['B', 'after', 'Z', 'ACDE XYZB'],
] as const;

describeEach('a drag', onePage(PAGES), (at) => {
  const order = () =>
    inPage(at().page, "() => [one, two].map((list) => list.innerText.replace(/\\s/g, '')).join(' ')");

  it.each(['/swap', '/edges', '/later'] as const)('lands where it is meant to (%s)', async (path) => {
    const { page, open } = at();
    for (const [from, targetPosition, to, expected] of PLACES) {
      await open(path);
      const said = await outcome(page.locator(`#${from}`).dragTo(page.locator(`#${to}`), { targetPosition }));
      expect([said.split('\n')[0], await order()]).toEqual(['ok', expected]);
      expect(said).toMatch(/\nIt is now .*, in list \[ref=\w+\]\.$/);
      expect(said).not.toContain('did not land');
    }
  });

  it.each(['/anew', '/center'] as const)('lands in another list (%s)', async (path) => {
    const { page, open } = at();
    for (const [from, targetPosition, to, expected] of PLACES.slice(-2)) {
      await open(path);
      const said = await outcome(page.locator(`#${from}`).dragTo(page.locator(`#${to}`), { targetPosition }));
      expect([said.split('\n')[0], await order()]).toEqual(['ok', expected]);
      expect(said).toMatch(/\nIt is now .*, in list \[ref=\w+\]\.$/);
    }
  });

  it('lands where a helper covers the end, and once more beside what it has moved to', async () => {
    const { page, open } = at();
    for (const [from, targetPosition, to, expected] of PLACES.filter(([, , to]) => to !== 'Y')) {
      await open('/helper');
      const said = await outcome(
        (await byName(page, `: ${from}`)).dragTo(await byName(page, `: ${to}`), { targetPosition }),
      );
      expect([said.split('\n')[0], await order()]).toEqual(['ok', expected]);
    }
  });

  it('waits at the edge of a list that only scrolls by itself, and counts an offset from the start', async () => {
    const { page, open } = at();
    await open('/known');
    const places = [
      ['A', 'after', 'R', 'BCDEFGHIJKLMNOPQRAST '],
      ['S', 'before', 'C', 'BSCDEFGHIJKLMNOPQRAT '],
    ] as const;
    for (const [from, targetPosition, to, expected] of places) {
      await page.locator(`#${from}`).dragTo(page.locator(`#${to}`), { targetPosition });
      expect(await order()).toBe(expected);
    }
    const knob = page.locator('#knob');
    await knob.dragTo(knob, { position: { x: 15, y: 15 }, targetPosition: { x: 115, y: 15 } });
    expect(await inPage(page, '() => Math.abs(knob.offsetLeft - 400) <= 1')).toBe(true);
  });

  it('says what it is beside, and drags nothing that is there already', async () => {
    const { page, open } = at();
    await open('/swap');
    const drag = (from: string, to: string, targetPosition: 'before' | 'after') =>
      outcome(page.locator(`#${from}`).dragTo(page.locator(`#${to}`), { targetPosition }));
    expect(await drag('A', 'C', 'after')).toMatch(
      /^ok\nIt is now after "C" \[ref=\w+\] and before "D" \[ref=\w+\], in list \[ref=\w+\]\.$/,
    );
    expect(await drag('A', 'D', 'before')).toMatch(/^ok\nIt is now after "C"/);
    expect(await order()).toBe('BCADE XYZ');
  });

  it('means the row of a tree item, not the items inside it', async () => {
    const { page, open } = at();
    await open('/tree');
    for (const place of ['before', 'inside', 'after'] as const) {
      await page.locator('#A').dragTo(page.locator('#B'), { targetPosition: place });
      expect(await inPage(page, '() => done')).toBe(`A ${place} B`);
    }
    await page.locator('#A').dragTo(page.locator('#C'), { targetPosition: { x: 5, y: 2 } });
    expect(await inPage(page, '() => done')).toBe('A before C');
  });

  it('reaches items that let the pointer through during a drag', async () => {
    const { page, open } = at();
    await open('/through');
    expect(await outcome(page.locator('#A').dragTo(page.locator('#C')))).toMatch(/^ok/);
    expect(await inPage(page, "() => one.innerText.replace(/\\s/g, '')")).toBe('BCA');
  });

  it('drops text into a text field', async () => {
    const { page, open } = at();
    await open('/text');
    const area = page.locator('#area');
    expect(await outcome(area.drop({ data: { 'text/plain': ' new' } }))).not.toContain('did not accept');
    expect(await inPage(page, '() => area.value')).toContain('new');
  });

  it('draws along a path, straight from where it starts', async () => {
    const { page, open } = at();
    await open('/sheet');
    const sheet = page.locator('#sheet');
    const around = { position: { x: 10, y: 60 }, path: [{ x: 60, y: 60 }], targetPosition: { x: 60, y: 90 } };
    await sheet.dragTo(sheet, around);
    expect(await inPage(page, '() => line.every(([x, y]) => y === 60 || x === 60)')).toBe(true);
    expect(await inPage(page, '() => line.some(([x, y]) => x === 60 && y === 60)')).toBe(true);
    const nowhere = { ...around, path: [{ x: Number.NaN, y: 1 }] };
    expect(await outcome(sheet.dragTo(sheet, nowhere))).toMatch(/^bad-argument\nNot a position/);
  });

  it('ends beside an element, and in one that lets the pointer through around what covers it', async () => {
    const { page, open } = at();
    await open('/sheet');
    const end = async () => inPage(page, '() => line.at(-1)');
    const ball = page.locator('#ball');
    await ball.dragTo(ball, { targetPosition: { x: 8, y: 48 } });
    expect(await end()).toEqual([30, 71]);
    await ball.dragTo(page.locator('#box'));
    expect(await inPage(page, '() => line.at(-1).every((each) => each > 99 && each < 182)')).toBe(true);
  });

  it('refuses a position that is none', async () => {
    const { page, open } = at();
    await open('/text');
    // A caller without types may pass anything.
    const targetPosition = 'beside' as 'before';
    const said = await outcome(page.locator('#word').dragTo(page.locator('#area'), { targetPosition }));
    expect(said).toBe('bad-argument\nNot a position: "beside"');
  });
});
