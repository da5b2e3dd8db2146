import { expect, it } from 'vitest';
import { chosenTools } from './chosen-tools.js';

const capsOf = async (settings: Parameters<typeof chosenTools>[0]) =>
  new Set((await chosenTools(settings)).flatMap(({ cap }) => cap ?? []));

it('groups of tools have their former names, too', async () => {
  expect(await capsOf({ caps: ['core', 'core-tabs', 'tabs', 'history', 'wait', 'install'] })).toEqual(
    new Set(),
  );
  expect(await capsOf({ caps: ['tracing'], vision: true })).toEqual(new Set(['devtools', 'vision']));
  await expect(capsOf({ caps: ['visoin'] })).rejects.toThrow('not "visoin"');
});
