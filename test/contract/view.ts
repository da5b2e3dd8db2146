import { expect } from 'vitest';
import type { DriverPage } from '../../src/driver/driver.js';
import type { Fixture } from './fixture.js';

const TALL =
  '<!doctype html><style>* { margin: 0 } div { width: 500px; height: 3000px; background: linear-gradient(red, blue) }</style><div></div>';

export function viewCases(fixture: Fixture): void {
  const check = fixture.check.bind(fixture);
  const size = async (page: DriverPage) =>
    (await page.evaluate(page.mainFrame, '() => [innerWidth, innerHeight, devicePixelRatio]', [])) as [
      width: number,
      height: number,
      ratio: number,
    ];

  check('the viewport is set and reset', async () => {
    const page = await fixture.show('<!doctype html><p>x');
    const before = await size(page);
    await page.setViewport({ width: 640, height: 480 });
    expect((await size(page)).slice(0, 2)).toEqual([640, 480]);
    await page.setViewport({ width: 320, height: 240 }, 2);
    expect(await size(page)).toEqual([320, 240, 2]);
    await fixture.open(page, `${fixture.server.origin}/two`);
    expect(await size(page)).toEqual([320, 240, 2]);
    await page.setViewport(null);
    const [width, height, ratio] = await size(page);
    expect([width, ratio]).toEqual([before[0], before[2]]);
    // The toolbars of a new window may still grow or shrink by a pixel.
    expect(Math.abs(height - before[1])).toBeLessThan(5);
  });

  check('screenshots of the viewport, the whole document and a part', async () => {
    const page = await fixture.show(TALL);
    await page.setViewport({ width: 640, height: 480 }, 1);
    expect(sizeOfPng(await page.screenshot())).toEqual([640, 480]);
    // A scroll bar takes space in the viewport, but is not part of the document.
    const width = await page.evaluate(page.mainFrame, '() => document.documentElement.clientWidth', []);
    expect(sizeOfPng(await page.screenshot({ fullPage: true }))).toEqual([width, 3000]);
    expect(sizeOfPng(await page.screenshot({ clip: { x: 10, y: 2000, width: 50, height: 60 } }))).toEqual([
      50, 60,
    ]);
    expect((await size(page)).slice(0, 2)).toEqual([640, 480]);
  });

  check('screenshots as JPEG', async () => {
    const page = await fixture.show(TALL);
    const [low, high] = [
      await page.screenshot({ format: 'jpeg', quality: 5 }),
      await page.screenshot({ format: 'jpeg', quality: 95 }),
    ];
    expect([...low.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(low.length).toBeLessThan(high.length);
  });

  check('background pages get animation frames, and believe to be in front', async () => {
    const pages = [await fixture.newPage(), await fixture.newPage(), await fixture.newPage()];
    for (const page of pages) await fixture.open(page, `${fixture.server.origin}/`);
    const ticks =
      '() => new Promise((done) => { let left = 5; const tick = () => (--left ? requestAnimationFrame(tick) : done("ticked")); requestAnimationFrame(tick); })';
    for (const page of pages)
      expect(await page.call(page.mainFrame, ticks, '', { timeout: 10_000 })).toBe('ticked');
    for (const page of pages)
      expect(await page.evaluate(page.mainFrame, '() => document.visibilityState', [])).toBe('visible');
  });
}

/** Width and height from the header of a PNG. */
function sizeOfPng(bytes: Uint8Array): [number, number] {
  const view = Buffer.from(bytes);
  expect(view.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  return [view.readUInt32BE(16), view.readUInt32BE(20)];
}
