/** Cases of the tools that `--caps` adds; see `cases.ts`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ToolCase } from './case.js';
import type { Stage } from './stage.js';

const onClosedPage = ({ closed }: Stage) => ({ page: closed.page });
const onClosedRef = ({ closed }: Stage) => ({ page: closed.page, target: closed.ref });
const notAPage = () => ({ page: 'nonsense' });

const emulation: Record<string, ToolCase> = {
  browser_emulate: {
    async works(stage) {
      await stage.call('browser_emulate', { viewport: { width: 720, height: 640 }, timezone: 'Asia/Tokyo' });
      const width = stage.place === 'main frame' ? 720 : (720 - 16) * 0.9;
      await stage.told(new RegExp(`^width (${Math.floor(width)}|${Math.ceil(width)})$`));
      const { data } = await stage.call('browser_evaluate', {
        function: '() => Intl.DateTimeFormat().resolvedOptions().timeZone',
        target: await stage.ref('Press'),
      });
      expect(data?.result).toBe('Asia/Tokyo');
      await stage.call('browser_emulate', { viewport: null, timezone: null });
    },
    bad: () => ({ device: 'Nokia 3310', timezone: 'Asia/Tokyo' }),
    closed: (stage) => ({ ...onClosedPage(stage), offline: true }),
  },
};

const vision: Record<string, ToolCase> = {
  browser_mouse_move_xy: {
    async works(stage) {
      await stage.call('browser_mouse_move_xy', await spot(stage, 'Over'));
      await stage.told(/^mouseenter over true$/);
    },
    bad: () => ({ x: 'left', y: 0 }),
    closed: (stage) => ({ ...onClosedPage(stage), x: 1, y: 1 }),
  },
  browser_mouse_click_xy: {
    async works(stage) {
      await stage.call('browser_mouse_click_xy', await spot(stage, 'Press'));
      await stage.told(/^click press true$/);
    },
    bad: () => ({ x: 1, y: 1, clickCount: 0 }),
    closed: (stage) => ({ ...onClosedPage(stage), x: 1, y: 1 }),
  },
  browser_mouse_drag_xy: {
    async works(stage) {
      const [from, to] = [await spot(stage, 'Over'), await spot(stage, 'Press')];
      await stage.call('browser_mouse_drag_xy', { startX: from.x, startY: from.y, endX: to.x, endY: to.y });
      await stage.told(/^mousedown over true$/);
      await stage.told(/^mouseup press true$/);
    },
    bad: () => ({ startX: 1, startY: 1 }),
    closed: (stage) => ({ ...onClosedPage(stage), startX: 1, startY: 1, endX: 2, endY: 2 }),
  },
  browser_mouse_down: {
    async works(stage) {
      await stage.call('browser_mouse_move_xy', await spot(stage, 'Over'));
      await stage.call('browser_mouse_down');
      await stage.told(/^mousedown over true$/);
      await stage.call('browser_mouse_up');
    },
    bad: () => ({ button: 'upper' }),
    closed: onClosedPage,
  },
  browser_mouse_up: {
    async works(stage) {
      await stage.call('browser_mouse_move_xy', await spot(stage, 'Press'));
      await stage.call('browser_mouse_down');
      await stage.call('browser_mouse_up');
      await stage.told(/^mouseup press true$/);
    },
    bad: () => ({ button: 'upper' }),
    closed: onClosedPage,
  },
  browser_mouse_wheel: {
    async works(stage) {
      await stage.call('browser_mouse_move_xy', await spot(stage, 'Scroller'));
      await stage.call('browser_mouse_wheel', { deltaY: 120 });
      await stage.told(/^scroll true$/);
    },
    bad: () => ({ deltaY: 'far' }),
    closed: (stage) => ({ ...onClosedPage(stage), deltaY: 10 }),
  },
};

/** Cookies of the widgets' site only. */
const cookies: Record<string, ToolCase> = {
  browser_cookie_list: {
    async works(stage) {
      const mine = await siteSets(stage);
      const { data } = await stage.call('browser_cookie_list', { domain: (await stage.site()).host });
      expect(valuesOf(data)).toContain(mine);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_cookie_get: {
    async works(stage) {
      const mine = await siteSets(stage);
      const { data } = await stage.call('browser_cookie_get', { name: 'mine' });
      expect(valuesOf(data)).toContain(mine);
    },
    bad: () => ({}),
    closed: (stage) => ({ ...onClosedPage(stage), name: 'mine' }),
  },
  browser_cookie_set: {
    async works(stage) {
      await stage.call('browser_cookie_set', {
        name: 'given',
        value: stage.id,
        domain: (await stage.site()).host,
      });
      expect(await siteTells(stage)).toContain(`given=${stage.id}`);
    },
    bad: () => ({ name: 'given', value: 'x', sameSite: 'Sometimes' }),
    closed: (stage) => ({ ...onClosedPage(stage), name: 'given', value: 'x' }),
  },
  browser_cookie_delete: {
    async works(stage) {
      const mine = await siteSets(stage);
      expect(await siteTells(stage)).toContain(mine);
      await stage.call('browser_cookie_delete', { name: 'mine' });
      expect(await siteTells(stage)).not.toContain('mine=');
    },
    bad: () => ({}),
    closed: (stage) => ({ ...onClosedPage(stage), name: 'mine' }),
  },
  browser_cookie_clear: {
    async works(stage) {
      const mine = await siteSets(stage);
      expect(await siteTells(stage)).toContain(mine);
      await stage.call('browser_cookie_clear');
      expect(await siteTells(stage)).toBe('');
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_storage_state: {
    async works(stage) {
      const mine = await siteSets(stage);
      await stage.call('browser_storage_state', { filename: 'state.json' });
      expect(readFileSync(join(stage.folder, 'state.json'), 'utf8')).toContain(mine);
    },
    bad: () => ({ filename: '/etc/state.json' }),
    closed: onClosedPage,
  },
  browser_set_storage_state: {
    async works(stage) {
      const cookie = {
        name: 'restored',
        value: stage.id,
        domain: (await stage.site()).host,
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax',
      };
      writeFileSync(join(stage.folder, 'given.json'), JSON.stringify({ cookies: [cookie], origins: [] }));
      await stage.call('browser_set_storage_state', { filename: 'given.json' });
      expect(await siteTells(stage)).toContain(`restored=${stage.id}`);
    },
    bad: () => ({ filename: 'nowhere.json' }),
    closed: (stage) => ({ ...onClosedPage(stage), filename: 'given.json' }),
  },
};

/** Five tools for each of the two storages of a document. */
function storage(kind: 'local' | 'session'): Record<string, ToolCase> {
  const tool = (name: string) => `browser_${kind}storage_${name}`;
  const area = `${kind}Storage`;
  const set = (stage: Stage) => inside(stage, `${area}.setItem('key', token)`);
  const tells = async (stage: Stage, what: RegExp) => {
    await inside(stage, `tell('stored ' + ${area}.getItem('key'))`);
    await stage.told(what);
  };
  return {
    [tool('list')]: {
      async works(stage) {
        await set(stage);
        const { text } = await stage.call(tool('list'), await frameOf(stage));
        expect(text).toContain(`key=${await stage.truth('token')}`);
      },
      bad: () => ({ frame: 'f99' }),
      closed: onClosedPage,
    },
    [tool('get')]: {
      async works(stage) {
        await set(stage);
        const { text } = await stage.call(tool('get'), { ...(await frameOf(stage)), key: 'key' });
        expect(text).toContain(`key=${await stage.truth('token')}`);
      },
      bad: () => ({}),
      closed: (stage) => ({ ...onClosedPage(stage), key: 'key' }),
    },
    [tool('set')]: {
      async works(stage) {
        await stage.call(tool('set'), { ...(await frameOf(stage)), key: 'key', value: 'given' });
        await tells(stage, /^stored given$/);
      },
      bad: () => ({ key: 'key' }),
      closed: (stage) => ({ ...onClosedPage(stage), key: 'key', value: 'x' }),
    },
    [tool('delete')]: {
      async works(stage) {
        await set(stage);
        await stage.call(tool('delete'), { ...(await frameOf(stage)), key: 'key' });
        await tells(stage, /^stored null$/);
      },
      bad: () => ({}),
      closed: (stage) => ({ ...onClosedPage(stage), key: 'key' }),
    },
    [tool('clear')]: {
      async works(stage) {
        await set(stage);
        await stage.call(tool('clear'), await frameOf(stage));
        await tells(stage, /^stored null$/);
      },
      bad: () => ({ frame: 'f99' }),
      closed: onClosedPage,
    },
  };
}

const PATTERN = '**/routed';
const ROUTE = { pattern: PATTERN, body: 'from the route' };
const asks = (stage: Stage) =>
  inside(stage, `fetch('/routed').then((r) => r.text()).then((t) => tell('got ' + t))`);

const network: Record<string, ToolCase> = {
  browser_network_har: {
    async works(stage) {
      const token = await stage.truth('token');
      await stage.call('browser_network_har', { filename: `${stage.id}.har`, bodies: true });
      const har = JSON.parse(readFileSync(join(stage.folder, `${stage.id}.har`), 'utf8'));
      const entry = har.log.entries.find(({ request }: { request: { url: string } }) =>
        request.url.endsWith(`/data?${token}`),
      );
      expect(entry.response.content.text).toBe(`data for ${token}`);
    },
    bad: () => ({ filename: '/etc/page.har' }),
    closed: onClosedPage,
  },
  browser_route: {
    async works(stage) {
      await stage.call('browser_route', ROUTE);
      await asks(stage);
      await stage.told(/^got from the route$/);
      await stage.call('browser_unroute');
    },
    bad: () => ({ pattern: PATTERN }),
    closed: (stage) => ({ ...onClosedPage(stage), ...ROUTE }),
  },
  browser_route_list: {
    async works(stage) {
      await stage.call('browser_route', ROUTE);
      await asks(stage);
      await stage.told(/^got from the route$/);
      const { data } = await stage.call('browser_route_list');
      const { routes } = data as { routes: { pattern: string }[] }; // the tool's own schema
      expect(routes.map(({ pattern }) => pattern)).toEqual([PATTERN]);
      await stage.call('browser_unroute');
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_unroute: {
    async works(stage) {
      await stage.call('browser_route', ROUTE);
      await stage.call('browser_unroute', { pattern: PATTERN });
      await asks(stage);
      await stage.told(/^got no route/);
    },
    bad: () => ({ pattern: 7 }),
    closed: onClosedPage,
  },
  browser_network_state_set: {
    async works(stage) {
      await stage.call('browser_network_state_set', { state: 'offline' });
      await inside(stage, `fetch('/data').then(() => { reached = true; }, () => { reached = false; })`);
      await stage.call('browser_network_state_set', { state: 'online' });
      await inside(stage, `tell('reached ' + reached)`);
      await stage.told(/^reached false$/);
    },
    bad: () => ({ state: 'slow' }),
    closed: (stage) => ({ ...onClosedPage(stage), state: 'online' }),
  },
};

const testing: Record<string, ToolCase> = {
  browser_verify_element_visible: {
    async works(stage) {
      const accessibleName = await stage.truth('token');
      await stage.call('browser_verify_element_visible', { role: 'heading', accessibleName });
    },
    bad: () => ({ role: 'heading', accessibleName: 'Not there' }),
    closed: (stage) => ({ ...onClosedPage(stage), role: 'heading', accessibleName: 'x' }),
  },
  browser_verify_text_visible: {
    async works(stage) {
      await stage.call('browser_verify_text_visible', { text: await stage.truth('token') });
    },
    bad: () => ({ text: 'Not there' }),
    closed: (stage) => ({ ...onClosedPage(stage), text: 'x' }),
  },
  browser_verify_list_visible: {
    async works(stage) {
      const items = ['First', await stage.truth('token')];
      await stage.call('browser_verify_list_visible', { target: await stage.ref('List'), items });
    },
    bad: async (stage) => ({ target: await stage.ref('List'), items: ['Not there'] }),
    closed: (stage) => ({ ...onClosedRef(stage), items: ['x'] }),
  },
  browser_verify_value: {
    async works(stage) {
      const value = await stage.truth('token');
      await inside(stage, `document.getElementById('text').value = token`);
      await stage.call('browser_verify_value', { type: 'textbox', target: await stage.ref('Text'), value });
    },
    bad: async (stage) => ({ type: 'textbox', target: await stage.ref('Text'), value: 'Not there' }),
    closed: (stage) => ({ ...onClosedRef(stage), type: 'textbox', value: 'x' }),
  },
  browser_generate_locator: {
    async works(stage) {
      const { data } = await stage.call('browser_generate_locator', { target: await stage.ref('Press') });
      const { locator } = data as { locator: string }; // the tool's own schema
      expect(locator).toMatch(/getByRole\('button', \{ name: 'Press' \}\)$/);
      expect(/contentFrame|frameLocator/.test(locator)).toBe(stage.place === 'cross-origin frame');
    },
    bad: () => ({ target: 'e99999' }),
    closed: onClosedRef,
  },
};

const devtools: Record<string, ToolCase> = {
  browser_inspect: {
    async works(stage) {
      const { data } = await stage.call('browser_inspect', { target: await stage.ref('Colour') });
      const colour = (await stage.truth('colour')).replaceAll(',', ', ');
      expect(data).toMatchObject({
        box: { width: 160, height: 24 },
        styles: { 'background-color': `rgb(${colour})` },
      });
    },
    bad: () => ({ target: 'e99999' }),
    closed: onClosedRef,
  },
  browser_accessibility_report: {
    async works(stage) {
      const { data } = await stage.call('browser_accessibility_report', { rules: ['language'] });
      const { problems } = data as { problems: unknown[] }; // the tool's own schema
      // No document of the test says its language.
      expect(problems).toHaveLength(stage.place === 'main frame' ? 1 : 2);
    },
    bad: () => ({ rules: ['beauty'] }),
    closed: onClosedPage,
  },
  browser_select_text: {
    async works(stage) {
      await stage.call('browser_select_text', { target: await stage.ref('Press'), text: 'Press' });
      await stage.call('browser_evaluate', {
        target: await stage.ref('Press'),
        function: '() => { tell("selected " + getSelection()); }',
      });
      await stage.told(/^selected Press$/);
    },
    bad: async (stage) => ({ target: await stage.ref('Press'), text: 'No such text' }),
    closed: onClosedRef,
  },
  browser_highlight: {
    async works(stage) {
      const before = await picture(stage);
      await stage.call('browser_highlight', { target: await stage.ref('Press') });
      await untilNotLike(before, stage);
      await stage.call('browser_hide_highlight');
    },
    bad: () => ({ target: 'e99999' }),
    closed: onClosedRef,
  },
  browser_hide_highlight: {
    async works(stage) {
      await stage.call('browser_highlight', { target: await stage.ref('Press') });
      const boxed = await picture(stage);
      await stage.call('browser_hide_highlight');
      await untilNotLike(boxed, stage);
    },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_start_tracing: {
    works: traced,
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_stop_tracing: {
    works: traced,
    bad: () => ({ page: undefined, filename: '' }),
  },
};

const NO_WEBMCP = { browser: 'firefox', why: 'Firefox has no WebMCP' } as const;

const webmcp: Record<string, ToolCase> = {
  browser_page_tools: {
    async works(stage) {
      const { data } = await stage.call('browser_page_tools');
      const name = `note_${(await stage.truth('token')).toLowerCase()}`;
      expect(data).toMatchObject({ tools: [{ name, description: 'Notes a text' }] });
    },
    unsupported: { ...NO_WEBMCP, args: {} },
    bad: notAPage,
    closed: onClosedPage,
  },
  browser_call_page_tool: {
    async works(stage) {
      const name = `note_${(await stage.truth('token')).toLowerCase()}`;
      const { data } = await stage.call('browser_call_page_tool', { name, input: { text: stage.id } });
      expect(data).toMatchObject({ result: { noted: stage.id } });
      await stage.told(new RegExp(`^noted ${stage.id}$`));
    },
    unsupported: { ...NO_WEBMCP, args: { name: 'note' } },
    bad: () => ({ name: 'nothing' }),
    closed: (stage) => ({ ...onClosedPage(stage), name: 'note' }),
  },
};

const config: Record<string, ToolCase> = {
  browser_get_config: {
    async works(stage) {
      const { data } = await stage.call('browser_get_config');
      expect(data).toMatchObject({ capabilities: expect.arrayContaining(['config']) });
    },
    bad: () => ({ since: 'yesterday' }),
  },
};

const person: Record<string, ToolCase> = {
  browser_ask_person: {
    async works(stage) {
      const { data } = await stage.call('browser_ask_person', { reason: `A login is needed (${stage.id})` });
      expect(data).toMatchObject({ outcome: 'waiting', address: expect.stringMatching(/^http/) });
      const { address } = data as { address: string }; // as matched
      expect(await (await fetch(address)).text()).toContain('data-live');
      expect((await fetch(address.replace(/.{9}\/$/, '/'))).status).toBe(403);
    },
    bad: () => ({ reason: '' }),
    closed: ({ closed: { page } }) => ({ reason: 'A login is needed', page }),
  },
};

export const CASES_WITH_CAPS: Readonly<Record<string, ToolCase>> = {
  ...emulation,
  ...vision,
  browser_pdf_save: {
    async works(stage) {
      await stage.call('browser_pdf_save', { filename: `${stage.id}.pdf` });
      expect(
        readFileSync(join(stage.folder, `${stage.id}.pdf`))
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    },
    bad: () => ({ filename: '/etc/page.pdf' }),
    closed: onClosedPage,
  },
  ...cookies,
  ...storage('local'),
  ...storage('session'),
  ...network,
  ...testing,
  ...devtools,
  ...webmcp,
  ...config,
  ...person,
};

/** Runs a statement in the widgets' document. */
async function inside(stage: Stage, statement: string): Promise<void> {
  await stage.call('browser_evaluate', {
    function: `async () => { await (${statement}); }`,
    target: await stage.ref('Press'),
  });
}

/** The center of a widget in the main viewport, as the documents compute it. */
async function spot(stage: Stage, name: string): Promise<{ x: number; y: number }> {
  const ask = async (code: string, target?: string): Promise<number[]> => {
    const { data } = await stage.call('browser_evaluate', { function: code, ...(target && { target }) });
    return (data as { result: number[] }).result; // the functions below return two numbers
  };
  const [x = 0, y = 0] = await ask(
    '(e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }',
    await stage.ref(name),
  );
  const [left = 0, top = 0] = await ask(
    `() => { const f = document.querySelector('iframe'); const r = f?.getBoundingClientRect(); return f ? [r.x + f.clientLeft, r.y + f.clientTop] : [0, 0]; }`,
  );
  return { x: x + left, y: y + top };
}

async function frameOf(stage: Stage): Promise<{ frame?: string }> {
  if (stage.place === 'main frame') return {};
  const { data } = await stage.call('browser_frames');
  const { frames } = data as { frames: { handle: string; url: string }[] }; // the tool's own schema
  const frame = frames.find(({ url }) => url.includes(`/one?id=${stage.id}`))?.handle;
  if (frame === undefined) throw new Error(`no frame of ${stage.id} in ${JSON.stringify(frames)}`);
  return { frame };
}

/** The cookies that a document of the site sees. */
async function siteTells(stage: Stage): Promise<string> {
  return (await stage.site()).run('');
}

/** A document of the site sets a cookie; returns its value. */
async function siteSets(stage: Stage): Promise<string> {
  const { id } = stage.fresh();
  expect(await (await stage.site()).run(`document.cookie = 'mine=${id}'`)).toContain(`mine=${id}`);
  return id;
}

function valuesOf(data: unknown): string[] {
  return (data as { cookies: { value: string }[] }).cookies.map(({ value }) => value); // the tools' own schema
}

async function picture(stage: Stage): Promise<string> {
  const { images } = await stage.call('browser_take_screenshot');
  return images[0]?.data ?? '';
}

/** Not `expect.poll`, which does not know its test among concurrent ones. Ends with the test's own time. */
async function untilNotLike(before: string, stage: Stage): Promise<void> {
  while ((await picture(stage)) === before);
}

/** The file has the calls made in between, and the document confirms one of them. */
async function traced(stage: Stage): Promise<void> {
  const filename = `${stage.id}.jsonl`;
  const { data } = await stage.call('browser_start_tracing');
  await stage.call('browser_click', { target: await stage.ref('Press') });
  await stage.told(/^click press true$/);
  await stage.call('browser_stop_tracing', { page: undefined, trace: data?.trace, filename });
  expect(existsSync(join(stage.folder, filename))).toBe(true);
  expect(readFileSync(join(stage.folder, filename), 'utf8')).toContain('browser_click');
}
