/** A run as a shell script of `sightline` commands, with locators in place of refs. */
import type { RunStep } from '../run.js';
import { landmarksOf } from './chosen-steps.js';
import type { Exported, TestOptions } from './playwright-test.js';
import { withLocators } from './with-locators.js';

/** The command of a tool with these arguments, without `sightline`; undefined if there is none. */
export type CommandOf = (tool: string, args: Record<string, unknown>) => string | undefined;

const PASSWORD = '"$SIGHTLINE_PASSWORD"';

/** `${NAME:-otherwise}` of a shell. */
const orElse = (name: string, otherwise: string): string => `\${${name}:${otherwise}}`;

export function sightlineScript(
  steps: readonly RunStep[],
  { source, finalTree }: TestOptions,
  commandOf: CommandOf,
): Exported {
  const leftOut: string[] = [];
  const commands = steps.map((step) => {
    const command = commandOf(step.tool, withLocators(step));
    if (command !== undefined) return `$SIGHTLINE ${command.replaceAll('"***"', PASSWORD)}`;
    leftOut.push(`Step ${step.step}: there is no command for ${step.tool}`);
    return `# ${leftOut.at(-1)}`;
  });
  const { heading } = landmarksOf(finalTree ?? '');
  const check =
    heading === undefined
      ? undefined
      : commandOf('browser_verify_element_visible', { role: 'heading', accessibleName: heading });
  const lines = [
    '#!/bin/sh',
    `# ${source}`,
    '# Arguments are flags of the browser, as --browser firefox.',
    'set -e',
    `SIGHTLINE=${orElse('SIGHTLINE', '-sightline')}`,
    `export SIGHTLINE_SESSION=${orElse('SIGHTLINE_SESSION', '-script-$$')}`,
    ...(commands.some((line) => line.includes(PASSWORD))
      ? [`: "${orElse('SIGHTLINE_PASSWORD', '?The trail has no passwords: set it to run this')}"`]
      : []),
    "trap '$SIGHTLINE close' EXIT",
    // The first command starts the browser.
    ...commands.map((command, at) => (at === 0 ? `${command} "$@"` : command)),
    ...(check === undefined ? [] : [`$SIGHTLINE ${check}`]),
    '',
  ];
  return { text: lines.join('\n'), leftOut };
}
