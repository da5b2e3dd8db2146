/** `sightline snapshot`: captures a URL or file, or the open page of the background session. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseRef } from '../tree/ref.js';
import { FLAGS, run as once } from './snapshot-once.js';
import { commandOfTool, runTool, toolFlags } from './tool.js';
import { toolHelp } from './tool-command/help.js';

const live = commandOfTool('snapshot');

export async function run(args: string[]): Promise<number> {
  // Lenient parsing, only to find the first positional argument. The chosen command parses strictly.
  const options = { ...toolFlags(live), ...FLAGS };
  const [where] = parseArgs({ args, options, strict: false, allowPositionals: true }).positionals;
  return where === undefined || isRef(where) ? runTool(live, args) : once(args);
}

export function help(): string {
  return [
    'Usage: sightline snapshot URL|FILE [--browser firefox] [--headed] [--json] [--frames all|none|f1] [--target REF]',
    '         [--selector CSS] [--selectors] [--boxes] [--refs full] [--timeout MS] [--max-depth N] [--max-nodes N]',
    '         [--time-budget MS] [--max-text-length N] [--max-tokens N] [--cursor CURSOR] [--depth N]',
    '         [--view interactive|viewport|all] [--offset N] [--limit N]',
    '',
    'Opens the page, prints what an agent sees, and closes it. Without a URL or file, captures the open page:',
    '',
    toolHelp(live),
  ].join('\n');
}

function isRef(word: string): boolean {
  return parseRef(word).ok && !existsSync(word);
}
