import { expect, it } from 'vitest';
import { chosenTools, offersPageTools } from './chosen-tools.js';

const capsOf = async (settings: Parameters<typeof chosenTools>[0]) =>
  new Set((await chosenTools(settings)).flatMap(({ cap }) => cap ?? []));

it('groups of tools have their former names, too', async () => {
  expect(await capsOf({ caps: ['core', 'core-tabs', 'tabs', 'history', 'wait', 'install'] })).toEqual(
    new Set(),
  );
  expect(await capsOf({ caps: ['tracing'], vision: true })).toEqual(new Set(['devtools', 'vision']));
  expect(await capsOf({ webmcp: true })).toEqual(new Set(['webmcp']));
  expect(await capsOf({ caps: ['webmcp'], webmcp: false })).toEqual(new Set());
  await expect(capsOf({ caps: ['visoin'] })).rejects.toThrow('not "visoin"');
});

it('pages may offer tools if the tools to call them are on', async () => {
  expect(await offersPageTools({})).toBe(false);
  expect(await offersPageTools({ caps: ['webmcp'] })).toBe(true);
  expect(await offersPageTools({ tools: ['navigate', 'page_tools'] })).toBe(true);
  expect(await offersPageTools({ tools: ['navigate'], caps: ['webmcp'] })).toBe(false);
  expect(await offersPageTools({ tools: ['page_tools'], webmcp: false })).toBe(false);
});

it('tools can be chosen and denied by name, and by what they do', async () => {
  const names = async (settings: Parameters<typeof chosenTools>[0]) =>
    (await chosenTools(settings)).map(({ name }) => name);
  expect(await names({ tools: ['navigate', 'browser_cookie_list'] })).toEqual([
    'browser_navigate',
    'browser_cookie_list',
  ]);
  expect(await names({ denyTools: ['evaluate'] })).not.toContain('browser_evaluate');
  const reading = await names({ readOnly: true });
  expect(reading).toEqual(expect.arrayContaining(['browser_navigate', 'browser_snapshot', 'browser_find']));
  for (const name of ['click', 'evaluate', 'run', 'batch', 'type'])
    expect(reading).not.toContain(`browser_${name}`);
  await expect(names({ denyTools: ['evalute'] })).rejects.toThrow('--deny-tools: there is no tool "evalute"');
});
