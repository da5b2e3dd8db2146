/** One case for each tool of the default set. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Args, newTab, type ToolCase } from './case.js';
import type { Stage } from './stage.js';

const NOWHERE = 'e99999';
const onClosedPage = ({ closed }: Stage): Args => ({ page: closed.page });
const onClosedRef = ({ closed }: Stage): Args => ({ page: closed.page, target: closed.ref });
const notAPage = (): Args => ({ page: 'nonsense' });

export const CASES: Readonly<Record<string, ToolCase>> = {
  browser_navigate: {
    async works(stage) {
      const { id, url } = stage.fresh('two');
      await stage.call('browser_navigate', { url });
      await stage.observer.told(id, stage.place, /^shown \/two$/);
    },
    bad: () => ({ url: 'not an address' }),
    closed: (stage) => ({ ...onClosedPage(stage), url: 'about:blank' }),
  },
  browser_navigate_back: {
    async works(stage) {
      const shown = await showings(stage);
      await stage.call('browser_navigate', { url: stage.fresh('two').url });
      await stage.call('browser_navigate_back');
      await shown(2);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_navigate_forward: {
    async works(stage) {
      const { id, url } = stage.fresh('two');
      await stage.call('browser_navigate', { url });
      await stage.call('browser_navigate_back');
      await stage.call('browser_navigate_forward');
      await shownTimes(stage, id, 2);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_reload: {
    async works(stage) {
      const shown = await showings(stage);
      await stage.call('browser_reload');
      await shown(2);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_snapshot: {
    async works(stage) {
      const { text } = await stage.call('browser_snapshot');
      expect(text).toContain(`heading "${await stage.truth('token')}"`);
    },
    bad: () => ({ target: NOWHERE }),
    closed: onClosedPage,
  },
  browser_find: {
    async works(stage) {
      const token = await stage.truth('token');
      const { data } = await stage.call('browser_find', { text: token.toUpperCase() });
      const { refs } = data as { refs: string[] }; // the tool's own schema
      await stage.call('browser_evaluate', {
        target: refs[0],
        function: '(found) => { tell("found " + found.id); }',
      });
      await stage.told(/^found token$/);
    },
    bad: () => ({ text: 'one', regex: 'two' }),
    closed: (stage) => ({ ...onClosedPage(stage), text: 'x' }),
  },
  browser_read: {
    async works(stage) {
      const { text } = await stage.call('browser_read');
      expect(text).toContain(`# ${await stage.truth('token')}`);
    },
    bad: () => ({ cursor: 'nowhere' }),
    closed: onClosedPage,
  },
  browser_click: {
    async works(stage) {
      await stage.call('browser_click', { target: await stage.ref('Press') });
      await stage.told(/^click press true$/);
    },
    bad: () => ({ target: NOWHERE }),
    closed: onClosedRef,
  },
  browser_hover: {
    async works(stage) {
      await stage.call('browser_hover', { target: await stage.ref('Over') });
      await stage.told(/^mouseenter over true$/);
    },
    bad: () => ({ target: NOWHERE }),
    closed: onClosedRef,
  },
  browser_drag: {
    async works(stage) {
      await stage.call('browser_drag', {
        startTarget: await stage.ref('Source'),
        endTarget: await stage.ref('Target'),
      });
      await stage.told(/^drop cargo$/);
    },
    bad: async (stage) => ({ startTarget: await stage.ref('Source'), endTarget: NOWHERE }),
    closed: (stage) => ({
      page: stage.closed.page,
      startTarget: stage.closed.ref,
      endTarget: stage.closed.ref,
    }),
  },
  browser_drop: {
    async works(stage) {
      await stage.call('browser_drop', {
        target: await stage.ref('Target'),
        data: { 'text/plain': 'from outside' },
      });
      await stage.told(/^drop from outside$/);
    },
    bad: async (stage) => ({ target: await stage.ref('Target') }),
    closed: (stage) => ({ ...onClosedRef(stage), data: { 'text/plain': 'x' } }),
  },
  browser_type: {
    async works(stage) {
      await stage.call('browser_type', { target: await stage.ref('Text'), text: 'typed', submit: true });
      await stage.told(/^input typed true$/);
      await stage.told(/^keydown Enter true$/);
    },
    bad: async (stage) => ({ target: await stage.ref('Agree'), text: 'x' }),
    closed: (stage) => ({ ...onClosedRef(stage), text: 'x' }),
  },
  browser_fill_form: {
    async works(stage) {
      await stage.call('browser_fill_form', {
        fields: [
          { name: 'Text', type: 'textbox', target: await stage.ref('Text'), value: 'filled' },
          { name: 'Choice', type: 'combobox', target: await stage.ref('Choice'), value: 'Two' },
          { name: 'Agree', type: 'checkbox', target: await stage.ref('Agree'), value: 'true' },
        ],
      });
      await stage.told(/^input filled true$/);
      await stage.told(/^change Two /);
      await stage.told(/^change true true$/);
    },
    bad: async (stage) => ({
      fields: [
        { target: await stage.ref('Text'), value: 'x' },
        { target: NOWHERE, value: 'x' },
      ],
    }),
    closed: (stage) => ({ page: stage.closed.page, fields: [{ target: stage.closed.ref, value: 'x' }] }),
  },
  browser_press_key: {
    async works(stage) {
      await stage.call('browser_click', { target: await stage.ref('Text') });
      await stage.call('browser_press_key', { key: 'k' });
      await stage.told(/^keydown k true$/);
      await stage.told(/^input k true$/);
    },
    bad: () => ({ key: 'NoSuchKey' }),
    closed: (stage) => ({ ...onClosedPage(stage), key: 'k' }),
  },
  browser_select_option: {
    async works(stage) {
      await stage.call('browser_select_option', { target: await stage.ref('Choice'), values: ['Two'] });
      await stage.told(/^change Two /);
    },
    bad: async (stage) => ({ target: await stage.ref('Choice'), values: ['Three'] }),
    closed: (stage) => ({ ...onClosedRef(stage), values: ['Two'] }),
  },
  browser_scroll: {
    async works(stage) {
      await stage.call('browser_scroll', { target: await stage.ref('Scroller'), direction: 'down' });
      await stage.told(/^scroll true$/);
    },
    bad: async (stage) => ({ target: await stage.ref('Scroller'), amount: 10 }),
    closed: onClosedRef,
  },
  browser_file_upload: {
    async works(stage) {
      const file = join(stage.folder, 'letter.txt');
      writeFileSync(file, 'Dear reader');
      await stage.call('browser_file_upload', { target: await stage.ref('File'), paths: [file] });
      await stage.told(/^file letter\.txt Dear reader$/);
    },
    bad: async (stage) => ({ target: await stage.ref('File'), paths: ['/etc/hostname'] }),
    closed: (stage) => ({ ...onClosedRef(stage), paths: [] }),
  },
  browser_evaluate: {
    async works(stage) {
      const { data } = await stage.call('browser_evaluate', {
        function: '(field) => { tell("ran on " + field.id); return token; }',
        target: await stage.ref('Text'),
      });
      await stage.told(/^ran on text$/);
      expect(data?.result).toBe(await stage.truth('token'));
    },
    bad: () => ({ function: '() => {' }),
    closed: (stage) => ({ ...onClosedPage(stage), function: '() => 1' }),
  },
  browser_wait_for: {
    async works(stage) {
      await stage.call('browser_click', { target: await stage.ref('Later') });
      await stage.call('browser_wait_for', { text: 'Arrived' });
      // Not waited for here: it was reported before the text showed.
      expect(stage.heard()).toContain('arriving');
    },
    bad: () => ({}),
    closed: (stage) => ({ ...onClosedPage(stage), text: 'x' }),
  },
  browser_tabs: {
    async works(stage) {
      const { id, url } = stage.fresh('two');
      const handle = await newTab(stage, url);
      await stage.observer.told(id, stage.place, /^shown \/two$/);
      await stage.observer.alive(id, stage.place);
      await stage.call('browser_tabs', { action: 'close', page: handle });
      await stage.observer.gone(id, stage.place);
      await stage.observer.alive(stage.id, stage.place);
    },
    bad: () => ({ action: 'select', page: undefined }),
    closed: (stage) => ({ ...onClosedPage(stage), action: 'select' }),
  },
  browser_contexts: {
    async works(stage) {
      const cookie =
        '() => { document.cookie = "who=first; SameSite=None"; tell("set " + document.cookie); }';
      await stage.call('browser_evaluate', { function: cookie, target: await stage.ref('Press') });
      await stage.told(/^set/);
      const { id, url } = stage.fresh();
      const { data } = await stage.call('browser_contexts', { action: 'new', url, page: undefined });
      const [, told] = await stage.observer.told(id, stage.place, /^cookie (.*)/);
      expect(told).toBe('');
      await stage.observer.alive(id, stage.place);
      const contexts = data?.contexts as { handle: string }[]; // the tool's own schema
      const context = contexts.at(-1)?.handle;
      await stage.call('browser_contexts', { action: 'close', context, page: undefined });
      await stage.observer.gone(id, stage.place);
    },
    bad: () => ({ action: 'close', page: undefined }),
    closed: (stage) => ({ action: 'close', context: stage.closed.context }),
  },
  browser_frames: {
    async works(stage) {
      const { data } = await stage.call('browser_frames');
      const frames = data?.frames as { url: string; crossOrigin?: boolean; handle: string }[]; // its schema
      const frame = frames.find(({ url }) => url.includes(`/one?id=${stage.id}`));
      expect(frame?.crossOrigin ?? false).toBe(stage.place === 'cross-origin frame');
      // The handle works: it shows the document that reported its token.
      const { text } = await stage.call('browser_snapshot', { frame: frame?.handle });
      expect(text).toContain(await stage.truth('token'));
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_take_screenshot: {
    async works(stage) {
      const { images } = await stage.call('browser_take_screenshot', { target: await stage.ref('Colour') });
      const [image] = images;
      // A browser reads the screenshot: it has the color that the document chose.
      const look = `async () => {
        const image = new Image();
        image.src = 'data:${image?.mimeType};base64,${image?.data}';
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return String([...context.getImageData(image.width / 2, image.height / 2, 1, 1).data].slice(0, 3));
      }`;
      const { data } = await stage.call('browser_evaluate', { function: look });
      expect(data?.result).toBe(await stage.truth('colour'));
    },
    bad: async (stage) => ({ target: await stage.ref('Colour'), fullPage: true }),
    closed: onClosedPage,
  },
  browser_console_messages: {
    async works(stage) {
      const { data } = await stage.call('browser_console_messages');
      const messages = data?.messages as { text: string; url: string }[]; // the tool's own schema
      const logged = messages.find(({ text }) => text.startsWith('logged'));
      expect(messages.map(({ text }) => text)).toContain(`logged ${await stage.truth('token')}`);
      expect(logged?.url).toContain(`/one?id=${stage.id}`);
    },
    bad: () => ({ level: 'loud' }),
    closed: onClosedPage,
  },
  browser_network_requests: {
    async works(stage) {
      const token = await stage.truth('token');
      expect(stage.observer.requested).toContain(token);
      const { data } = await stage.call('browser_network_requests', { filter: `data\\?${token}$` });
      const requests = data?.requests as { url: string; status: number }[]; // the tool's own schema
      expect(requests.map(({ status }) => status)).toEqual([200]);
    },
    bad: () => ({ filter: '(' }),
    closed: onClosedPage,
  },
  browser_network_request: {
    async works(stage) {
      const token = await stage.truth('token');
      const { data } = await stage.call('browser_network_requests', { filter: `data\\?${token}$` });
      const { requests } = data as { requests: { index: number }[] }; // the tool's own schema
      const { text } = await stage.call('browser_network_request', {
        index: requests[0]?.index,
        part: 'response-body',
      });
      expect(text).toContain(`data for ${token}`);
    },
    bad: () => ({ index: 9999 }),
    closed: (stage) => ({ ...onClosedPage(stage), index: 1 }),
  },
  browser_emulate_media: {
    async works(stage) {
      await stage.call('browser_emulate_media', { colorScheme: 'dark' });
      await stage.told(/^dark true$/);
      await stage.call('browser_emulate_media', { colorScheme: null });
    },
    unsupported: {
      browser: 'firefox',
      why: 'WebDriver BiDi has no override of media features in this version',
      args: { colorScheme: 'dark' },
    },
    bad: () => ({ colorScheme: 'purple' }),
    closed: (stage) => ({ ...onClosedPage(stage), colorScheme: 'dark' }),
  },
  browser_handle_dialog: {
    async works(stage) {
      await stage.call('browser_click', { target: await stage.ref('Ask') });
      await stage.call('browser_handle_dialog', { accept: true, promptText: 'Ada' });
      await stage.told(/^answer Ada$/);
    },
    bad: () => ({ accept: true }),
    closed: (stage) => ({ ...onClosedPage(stage), accept: true }),
  },
  browser_resize: {
    async works(stage) {
      await stage.call('browser_resize', { width: 700, height: 640 });
      // Inside a frame: nine tenths of the space between the margins, in whole pixels.
      const width = stage.place === 'main frame' ? 700 : (700 - 16) * 0.9;
      await stage.told(new RegExp(`^width (${Math.floor(width)}|${Math.ceil(width)})$`));
      await stage.call('browser_resize', { width: 1000, height: 700 });
    },
    bad: () => ({ width: -1, height: 600 }),
    closed: (stage) => ({ ...onClosedPage(stage), width: 700, height: 600 }),
  },
  browser_batch: {
    async works(stage) {
      await stage.call('browser_batch', {
        page: undefined,
        steps: [
          { tool: 'browser_click', args: { target: await stage.ref('Press') } },
          { tool: 'browser_type', args: { target: await stage.ref('Text'), text: 'second' } },
        ],
      });
      await stage.told(/^click press true$/);
      await stage.told(/^input second true$/);
    },
    bad: async (stage) => ({
      page: undefined,
      steps: [
        { tool: 'browser_click', args: { target: await stage.ref('Press') } },
        { tool: 'browser_nothing' },
      ],
    }),
    closed: (stage) => ({ steps: [{ tool: 'browser_click', args: { target: stage.closed.ref } }] }),
  },
  browser_run: {
    async works(stage) {
      const [press, text] = [await stage.ref('Press'), await stage.ref('Text')];
      const answer = await stage.call('browser_run', {
        code: `await page.click('${press}'); await page.fill('${text}', 'third'); return (await page.find('Press')).length > 0`,
      });
      expect(answer.text).toContain('Returned: true');
      await stage.told(/^click press true$/);
      await stage.told(/^input third true$/);
    },
    bad: () => ({ code: 'return 1 +' }),
    closed: (stage) => ({ ...onClosedPage(stage), code: 'return 1' }),
  },
  browser_close: {
    async works(stage) {
      const { id, url } = stage.fresh('two');
      const handle = await newTab(stage, url);
      await stage.observer.alive(id, stage.place);
      await stage.call('browser_close', { page: handle });
      await stage.observer.gone(id, stage.place);
      await stage.observer.alive(stage.id, stage.place);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
};

/** Waits until the document has been shown this many times. */
async function showings(stage: Stage): Promise<(times: number) => Promise<void>> {
  const { id } = stage;
  await shownTimes(stage, id, 1);
  return (times) => shownTimes(stage, id, times);
}

function shownTimes({ observer, place }: Stage, id: string, times: number): Promise<void> {
  return observer.shown(id, place, times);
}
