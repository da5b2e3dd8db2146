/** `sightline replay`: does the steps of a run again and says at the first difference what was there. */
import { parseArgs } from 'node:util';
import { Host } from '../../agent/host.js';
import { ALL_STEPS, chosenSteps, parseRange } from '../../show/export/chosen-steps.js';
import { replay } from '../../show/replay.js';
import { runOf } from '../../show/run.js';
import { TrailReader } from '../../show/trail-reader.js';
import { TOOLS } from '../../tools/index.js';
import { asWords, backgroundFlags } from '../background/flags.js';
import { EXIT, UsageError } from '../command.js';
import { hostOptions } from '../options/host-options.js';
import { readSettings } from '../settings/read.js';
import { runFolder } from './run-folder.js';

export const help = (): string => `Usage: sightline replay [FOLDER] [options]

Does the steps of a run again, without a model, and compares the URL, title and tree after each one with the trail.
Ends at the first difference with exit code 1. FOLDER is a workspace, whose newest run is used, or the folder of a run
in .sightline/trail.

  --steps 3-12   only these steps; 3- is all from the third on
  --loose        don't compare trees, for pages that differ each time

Also takes the settings of the browser, as --browser firefox, --headed or --secrets. A trail has no passwords:
SIGHTLINE_PASSWORD is entered instead.`;

export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...backgroundFlags, steps: { type: 'string' }, loose: { type: 'boolean' } },
  });
  if (positionals.length > 1) throw new UsageError(`replay takes one folder, not ${positionals.length}`);
  const { steps: asked, loose, ...flags } = values;
  const range = typeof asked === 'string' ? parseRange(asked) : ALL_STEPS;
  const given = Object.entries(flags).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const { settings } = readSettings(asWords(Object.fromEntries(given)));
  const reader = new TrailReader(await runFolder(positionals[0]));
  const { steps } = runOf((await reader.records()).records);
  const chosen = chosenSteps(steps, range);
  if (chosen.length === 0) throw new UsageError('No step of this run does anything');
  const host = new Host({ ...hostOptions({ ...settings, trail: 'off' }), tools: TOOLS });
  try {
    const difference = await replay(reader, chosen, {
      host,
      loose: loose === true,
      password: process.env.SIGHTLINE_PASSWORD,
      onStep: ({ step, tool }) => process.stderr.write(`${step}. ${tool}\n`),
    });
    if (difference) {
      process.stdout.write(`Step ${difference.step.step} (${difference.step.tool}): ${difference.message}\n`);
      return EXIT.failed;
    }
    process.stdout.write(
      `${chosen.length} ${chosen.length === 1 ? 'step' : 'steps'} done again, with the same result.\n`,
    );
    return EXIT.ok;
  } finally {
    await host.end();
  }
}
