import { expect, it } from 'vitest';
import { TOOLS } from '../tools/index.js';
import { COMMANDS } from './commands.js';
import { toolHelp } from './tool-command/help.js';
import { toolCommand } from './tool-command/tool-command.js';

it('every command has an example, which begins with its name', () => {
  for (const [name, { examples, hidden }] of Object.entries(COMMANDS)) {
    if (!hidden) expect(examples, name).not.toEqual([]);
    for (const example of examples) expect(example.split(' ')[0]).toBe(name);
  }
});

it.each(TOOLS)('the help of $name has an example', (tool) => {
  expect(toolHelp(toolCommand(tool))).toMatch(/^Examples:\n {2}sightline \S/m);
});
