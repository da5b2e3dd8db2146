/** `sightline snapshot`: captures a URL or file, or the open page of the background session. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseRef } from '../../tree/ref.js';
import { toolHelp } from '../tool-command/help.js';
import { commandOfTool, runTool, toolFlags } from '../tool-command/run-tool.js';
import { FLAGS, run as once } from './snapshot-once.js';

const live = commandOfTool('snapshot');

export async function run(args: string[]): Promise<number> {
  // Lenient parsing, only to find the first positional argument. The chosen command parses strictly.
  const options = { ...toolFlags(live), ...FLAGS };
  const [where] = parseArgs({ args, options, strict: false, allowPositionals: true }).positionals;
  return where === undefined || !isAddress(where) ? runTool(live, args) : once(args);
}

export function help(): string {
  return [
    'Usage: sightline snapshot URL|FILE [--browser firefox] [--headed] [--json] [--frames all|none|f1] [--target REF]',
    '         [--selector CSS] [--selectors] [--boxes] [--refs full] [--timeout MS] [--max-depth N] [--max-nodes N]',
    '         [--time-budget MS] [--max-text-length N] [--max-tokens N] [--cursor CURSOR] [--depth N]',
    '         [--view interactive|viewport|all] [--offset N] [--limit N]',
    '',
    'Opens the page, prints what an agent sees, and closes it. Without a URL or file, captures the open page, or the part',
    'of it that a ref or selector names (div.card could be a host: write css=div.card):',
    '',
    toolHelp(live),
  ].join('\n');
}

const SCHEME = /^(?:https?|file|data|about|blob|chrome|view-source):/i;
/** `./page.html`, `/tmp/page.html`, but not the XPath `//h1`. */
const PATH = /^(?:~|\.{0,2}\/(?!\/))/;
/** `localhost`, `example.com`, `host:8080`, but not `.card` or `button:enabled`. */
const HOST = /^(?:localhost|\w[\w-]*(?:\.[\w-]+)+|[\w.-]+(?=:\d))(?::\d+)?(?:[/?#]|$)/i;

/** Whether it names a page to open, not a part of the open page: a ref or a selector. */
export function isAddress(word: string): boolean {
  if (existsSync(word)) return true;
  return !parseRef(word).ok && (SCHEME.test(word) || PATH.test(word) || HOST.test(word));
}
