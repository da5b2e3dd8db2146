/** `sightline doctor`: checks what Sightline needs from the machine and says how to fix it. */
import { parseArgs } from 'node:util';
import { EXIT } from '../command.js';
import { type Check, examine } from './doctor-checks.js';

const MARKS: Record<Check['state'], string> = { ok: 'ok  ', note: 'note', fail: 'FAIL' };

export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const checks = await examine();
  const ok = checks.every(({ state }) => state !== 'fail');
  process.stdout.write(
    `${values.json ? JSON.stringify({ ok, checks }, null, 2) : checks.map(asText).join('\n')}\n`,
  );
  return ok ? EXIT.ok : EXIT.failed;
}

function asText({ name, state, detail, hint }: Check): string {
  const indent = ' '.repeat(6);
  const lines = [`${MARKS[state]}  ${name}: ${detail}`, ...(hint === undefined ? [] : [`→ ${hint}`])];
  return lines.join('\n').replaceAll('\n', `\n${indent}`);
}
