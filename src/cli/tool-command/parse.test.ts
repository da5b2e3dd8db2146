import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../agent/tool.js';
import { TOOLS } from '../../tools/index.js';
import { UsageError } from '../command.js';
import { toolHelp } from './help.js';
import { parseToolWords } from './parse.js';
import { findToolCommand, toolCommand, usageOf } from './tool-command.js';

function parse(line: string[]) {
  const [name = '', ...words] = line;
  const command = findToolCommand(TOOLS, name);
  if (!command) throw new Error(`no command ${name}`);
  return parseToolWords(command, words, { session: { type: 'string' }, json: { type: 'boolean' } });
}

describe('a tool as a command', () => {
  it.each<[string[], Record<string, unknown>]>([
    [['navigate', 'https://a.example'], { url: 'https://a.example' }],
    [['open', 'https://a.example', '--page', 'c0p1'], { url: 'https://a.example', page: 'c0p1' }],
    [['click', 'f1e12'], { target: 'f1e12' }],
    [
      ['click', 'e1', '--double-click', '--button', 'right'],
      { target: 'e1', doubleClick: true, button: 'right' },
    ],
    [['click', 'e1', '--modifiers', 'Shift,Alt'], { target: 'e1', modifiers: ['Shift', 'Alt'] }],
    [
      ['click', 'e1', '--modifiers', 'Shift', '--modifiers', 'Alt'],
      { target: 'e1', modifiers: ['Shift', 'Alt'] },
    ],
    [
      ['type', 'e5', 'a, b = "c"', '--submit', '--no-slowly'],
      { target: 'e5', text: 'a, b = "c"', submit: true, slowly: false },
    ],
    [['type', 'e5', '--', '--submit'], { target: 'e5', text: '--submit' }],
    [['type', 'e5', ''], { target: 'e5', text: '' }],
    [['type', 'Ada', '--submit'], { text: 'Ada', submit: true }],
    [['type', '--target', 'e5', 'Ada'], { target: 'e5', text: 'Ada' }],
    [['fill', '--target', 'e5', 'Ada'], { target: 'e5', text: 'Ada' }],
    [['drag', 'e1', 'e2'], { startTarget: 'e1', endTarget: 'e2' }],
    [['select', 'e5', 'red', 'light blue'], { target: 'e5', values: ['red', 'light blue'] }],
    [['resize', '800', '600'], { width: 800, height: 600 }],
    [['dialog', 'false'], { accept: false }],
    [['tabs'], { action: 'list' }],
    [['tabs', 'select', '1'], { action: 'select', index: 1 }],
    [['tabs', 'new', 'a.example'], { action: 'new', url: 'a.example' }],
    [['tabs', 'select', '--index', '1'], { action: 'select', index: 1 }],
    [
      ['fill-form', 'e5=Ada', 'e6=a=b'],
      {
        fields: [
          { target: 'e5', value: 'Ada' },
          { target: 'e6', value: 'a=b' },
        ],
      },
    ],
    [
      ['fill-form', '[{"target":"e5","value":"true","type":"checkbox"}]'],
      { fields: [{ target: 'e5', value: 'true', type: 'checkbox' }] },
    ],
    [['scroll'], {}],
    [['scroll', 'down'], { direction: 'down' }],
    [['scroll', 'e5', 'bottom'], { target: 'e5', direction: 'bottom' }],
    [['wait', 'Saved'], { text: 'Saved' }],
    [['upload', 'a.png', 'b.png'], { paths: ['a.png', 'b.png'] }],
    [['console', 'error'], { level: 'error' }],
    [['emulate-media', 'dark', '--media', 'null'], { colorScheme: 'dark', media: null }],
  ])('%j', (line, args) => {
    expect(parse(line)).toEqual({ args, options: {} });
  });

  it('gives back what is not of the tool', () => {
    expect(parse(['click', 'e1', '--json', '--session', 'two'])).toEqual({
      args: { target: 'e1' },
      options: { json: true, session: 'two' },
    });
  });

  it.each([
    [['click'], 'click needs target. Usage: sightline click TARGET'],
    [['type', 'e5'], 'type needs text. Usage: sightline type [TARGET] TEXT'],
    [['fill', 'Ada'], 'fill needs text. Usage: sightline fill TARGET TEXT'],
    [['click', 'e1', 'e2'], 'click takes no "e2"'],
    [['reload', '--hard'], "Unknown option '--hard'. Usage: sightline reload"],
    [['reload', 'now'], 'reload takes no "now"'],
    [['emulate-media', 'no-preference'], 'emulate-media takes no "no-preference"'],
    [['resize', '800', 'tall'], 'height must be a whole number, not "tall"'],
    [['tabs', 'shut'], 'action must be one of list, new, close, select, not "shut"'],
    [['click', 'e1', '--button', 'top'], 'button must be one of left, right, middle, not "top"'],
    [['dialog', 'maybe'], 'accept must be true or false'],
    [['fill-form', 'Ada'], 'fields must be JSON or target=value, not "Ada"'],
    [['scroll', 'e1', '--target', 'e2'], 'target was given twice'],
  ])('%j is refused', (line, message) => {
    expect(() => parse(line)).toThrow(UsageError);
    expect(() => parse(line)).toThrow(message);
  });

  it('takes whole numbers where the tool does', () => {
    expect(() => parse(['tabs', 'select', '--index', '1.5'])).toThrow('index must be a whole number');
  });

  it('passes JSON and unions on', () => {
    const tool = defineTool({
      name: 'browser_try',
      summary: 'Try',
      input: {
        either: z.union([z.string(), z.array(z.string())]),
        data: z.record(z.string(), z.string()).optional(),
      },
      effect: 'read',
      run: async () => ({}),
    });
    const typed = (...words: string[]) => parseToolWords(toolCommand(tool), words, {}).args;
    expect(typed('plain')).toEqual({ either: 'plain' });
    expect(typed('["a"]', '--data', '{"a":"b"}')).toEqual({ either: ['a'], data: { a: 'b' } });
    expect(() => typed('x', '--data', 'plain')).toThrow('data must be JSON, not "plain"');
  });
});

describe('the commands', () => {
  it('have names and aliases of their own', () => {
    const names = TOOLS.map(toolCommand).flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('name the words of their help that need no flag', () => {
    const command = findToolCommand(TOOLS, 'emulate-media');
    const lines =
      command &&
      toolHelp(command)
        .split('\n')
        .filter((line) => line.startsWith('A bare'));
    // `null` and `no-preference` are words of several flags.
    expect(lines?.slice(0, 2)).toEqual([
      'A bare light, dark sets --color-scheme.',
      'A bare reduce sets --reduced-motion.',
    ]);
  });

  it('say how they are used', () => {
    const type = findToolCommand(TOOLS, 'type');
    expect(type && usageOf(type)).toBe('type [TARGET] TEXT [--submit] [--slowly] [--page PAGE]');
  });
});
