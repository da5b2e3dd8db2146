/**
 * The floor: what the browser itself needs, over its bare protocol. A page is loaded, every element's style and box
 * are read once in an isolated world, input is sent. Nothing is computed of it.
 */

import { launchChrome } from '../../src/browsers/chrome.js';
import { findBrowser } from '../../src/browsers/find.js';
import { launchFirefox } from '../../src/browsers/firefox.js';
import { bidiDialect } from '../../src/driver/bidi/dialect.js';
import { cdpDialect } from '../../src/driver/cdp/dialect.js';
import { Channel } from '../../src/rpc/channel.js';
import { openPipe } from '../../src/rpc/pipe.js';
import { openWebSocket } from '../../src/rpc/websocket.js';
import { CHANGE, type Contestant, type Player } from './player.js';

const WALK = `(() => {
  let sum = 0;
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let element = walker.nextNode(); element; element = walker.nextNode()) {
      const style = getComputedStyle(element);
      sum += style.display.length + style.visibility.length + element.getBoundingClientRect().width;
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return String(sum) + document.title + (document.querySelector('#count')?.textContent ?? '') +
    (document.querySelector('#field')?.value ?? '');
})()`;

/** Where the middle of an element is. */
const MIDDLE = (id: string) => `(() => {
  const { x, y, width, height } = document.querySelector('#${id}').getBoundingClientRect();
  return JSON.stringify([Math.round(x + width / 2), Math.round(y + height / 2)]);
})()`;

export function floorOf(browser: 'chromium' | 'firefox'): Contestant {
  return {
    id: browser === 'firefox' ? 'floor-firefox' : 'floor',
    title: browser === 'firefox' ? 'bare BiDi, Firefox' : 'bare CDP',
    version: '',
    browser,
    start: browser === 'firefox' ? startFirefox : startChromium,
  };
}

const found = (name: 'chromium' | 'firefox') => {
  const browser = findBrowser(name, {});
  if (!browser) throw new Error(`No ${name} is installed`);
  return browser;
};

async function startChromium(): Promise<Player> {
  const process = await launchChrome({ browser: found('chromium') });
  const { input, output } = process.endpoint;
  const channel = new Channel(openPipe(input, output), cdpDialect);
  const { targetId } = (await channel.send('Target.createTarget', { url: 'about:blank' })) as {
    targetId: string;
  };
  const { sessionId: session } = (await channel.send('Target.attachToTarget', {
    targetId,
    flatten: true,
  })) as { sessionId: string };
  const send = (method: string, params: object = {}) => channel.send(method, params, { session, timeout: 0 });
  await send('Page.enable');
  let context: number | undefined;
  const evaluate = async (expression: string): Promise<string> => {
    if (context === undefined) {
      const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
      const world = await send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
      context = (world as { executionContextId: number }).executionContextId;
    }
    const { result } = (await send('Runtime.evaluate', { expression, contextId: context })) as {
      result: { value: string };
    };
    return result.value;
  };
  const middle = async (id: string): Promise<[number, number]> => JSON.parse(await evaluate(MIDDLE(id)));
  const press = async (id: string): Promise<void> => {
    const [x, y] = await middle(id);
    const at = { x, y, button: 'left', clickCount: 1 };
    await Promise.all([
      send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }),
      send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }),
    ]);
  };
  return {
    ready: 0,
    async open(url) {
      context = undefined;
      const loaded = new Promise<void>((resolve) => {
        const stop = channel.listen(({ method }) => {
          if (method !== 'Page.loadEventFired') return;
          stop();
          resolve();
        });
      });
      await Promise.all([send('Page.navigate', { url }), loaded]);
      return evaluate(WALK);
    },
    look: () => evaluate(WALK),
    async click() {
      await press('press');
      return evaluate("document.querySelector('#count').textContent");
    },
    async type(_, text) {
      await evaluate("document.querySelector('#field').focus(); document.querySelector('#field').select()");
      await send('Input.insertText', { text });
      return evaluate("document.querySelector('#field').value");
    },
    async change() {
      await evaluate(CHANGE);
    },
    async close() {
      channel.close();
      await process.kill();
    },
  };
}

async function startFirefox(): Promise<Player> {
  const process = await launchFirefox({ browser: found('firefox') });
  const channel = new Channel(await openWebSocket(process.endpoint.url), bidiDialect);
  const send = (method: string, params: object = {}) => channel.send(method, params, { timeout: 0 });
  await send('session.new', { capabilities: {} });
  const { context } = (await send('browsingContext.create', { type: 'window' })) as { context: string };
  const evaluate = async (expression: string): Promise<string> => {
    const { result } = (await send('script.evaluate', {
      expression,
      target: { context, sandbox: 'floor' },
      awaitPromise: false,
    })) as { result: { value: string } };
    return result.value;
  };
  const perform = (actions: object[]) => send('input.performActions', { context, actions });
  const press = async (id: string): Promise<void> => {
    const [x, y]: [number, number] = JSON.parse(await evaluate(MIDDLE(id)));
    const steps = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await perform([{ type: 'pointer', id: 'mouse', actions: steps }]);
  };
  return {
    ready: 0,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
      return evaluate(WALK);
    },
    look: () => evaluate(WALK),
    async click() {
      await press('press');
      return evaluate("document.querySelector('#count').textContent");
    },
    async type(_, text) {
      await evaluate("document.querySelector('#field').focus(); document.querySelector('#field').select()");
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await perform([{ type: 'key', id: 'keyboard', actions: keys }]);
      return evaluate("document.querySelector('#field').value");
    },
    async change() {
      await evaluate(CHANGE);
    },
    async close() {
      channel.close();
      await process.kill();
    },
  };
}
