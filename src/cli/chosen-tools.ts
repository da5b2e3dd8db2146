/** The tools that `--caps` turns on. */
import { CAPS } from '../agent/caps.js';
import type { Tool } from '../agent/tool.js';
import { UsageError } from './command.js';
import type { Settings } from './settings/table.js';

export async function chosenTools({ caps = [], vision }: Pick<Settings, 'caps' | 'vision'>): Promise<Tool[]> {
  const chosen = chosenCaps(vision ? [...caps, 'vision'] : caps);
  const { TOOLS } = await import('../tools/index.js');
  return TOOLS.filter(({ cap }) => cap === undefined || chosen.has(cap));
}

/** Groups of Playwright MCP that are always on here, also by their former names. */
const ALWAYS_ON = /^(?:core(?:-\w+)?|tabs|history|wait|files|install)$/;
/** Other names of groups. */
const OTHER_NAMES: Readonly<Record<string, string>> = { tracing: 'devtools', verify: 'testing' };

function chosenCaps(names: readonly string[]): Set<string> {
  const chosen = names.map((name) => OTHER_NAMES[name] ?? name).filter((name) => !ALWAYS_ON.test(name));
  const unknown = chosen.find((name) => !CAPS.some((cap) => cap === name));
  if (unknown !== undefined)
    throw new UsageError(`--caps must be some of ${CAPS.join(', ')}, not ${JSON.stringify(unknown)}`);
  return new Set(chosen);
}
