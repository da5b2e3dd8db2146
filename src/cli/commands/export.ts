/** `sightline export`: writes a run as a file that repeats it. */
import { writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_STEPS, chosenSteps, parseRange } from '../../show/export/chosen-steps.js';
import { playwrightTest } from '../../show/export/playwright-test.js';
import { sightlineScript } from '../../show/export/sightline-script.js';
import { type RunStep, runOf } from '../../show/run.js';
import { TrailReader } from '../../show/trail-reader.js';
import { EXIT, UsageError } from '../command.js';
import { DECLARED_TOOLS } from '../tool-command/declared-tools.js';
import { exampleWords } from '../tool-command/example.js';
import { findToolCommand, usualWord } from '../tool-command/tool-command.js';
import { runFolder } from './run-folder.js';

export const help =
  (): string => `Usage: sightline export [FOLDER] --as playwright-test|sightline-script [options]

Writes the steps of a run as a file that does them again: a test for Playwright's test runner, or a shell script of
sightline commands. FOLDER is a workspace, whose newest run is used, or the folder of a run in .sightline/trail.

  --steps 3-12    only these steps; 3- is all from the third on
  --output FILE   write to this file instead of standard output`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string' }, steps: { type: 'string' }, output: { type: 'string', short: 'o' } },
  });
  if (positionals.length > 1) throw new UsageError(`export takes one folder, not ${positionals.length}`);
  if (values.as !== 'playwright-test' && values.as !== 'sightline-script')
    throw new UsageError('Say what to write: --as playwright-test or --as sightline-script');
  const range = values.steps === undefined ? ALL_STEPS : parseRange(values.steps);
  const reader = new TrailReader(await runFolder(positionals[0]));
  const { steps, info } = runOf((await reader.records()).records);
  const chosen = chosenSteps(steps, range);
  if (chosen.length === 0) throw new UsageError('No step of this run does anything');
  const last = chosen.at(-1)?.tree;
  const options = {
    name: info?.name ?? basename(reader.folder),
    source: `Steps ${chosen[0]?.step}–${chosen.at(-1)?.step} of ${basename(reader.folder)}`,
    finalTree: last === undefined ? undefined : await reader.text(last),
    hasShadow: await hasShadow(reader, chosen),
  };
  const { text, leftOut } =
    values.as === 'playwright-test'
      ? playwrightTest(chosen, options)
      : sightlineScript(chosen, options, commandOf);
  for (const line of leftOut) process.stderr.write(`${line}\n`);
  if (values.output === undefined) process.stdout.write(text);
  else {
    await writeFile(values.output, text, { mode: values.as === 'sightline-script' ? 0o755 : 0o644 });
    process.stderr.write(`${resolve(values.output)}\n`);
  }
  return EXIT.ok;
}

/** As `docs/state.md` describes the DOM text. */
async function hasShadow(reader: TrailReader, steps: readonly RunStep[]): Promise<boolean> {
  for (const name of new Set(steps.flatMap(({ dom }) => dom ?? [])))
    if ((await reader.text(name))?.includes('<!-- shadow-root -->')) return true;
  return false;
}

function commandOf(tool: string, args: Record<string, unknown>): string | undefined {
  const command = findToolCommand(DECLARED_TOOLS, tool);
  return command && exampleWords(command, args, usualWord(command));
}
