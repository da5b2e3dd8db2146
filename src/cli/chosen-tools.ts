/** The tools that `--caps` turns on. */
import { CAPS } from '../agent/caps.js';
import type { Tool } from '../agent/tool.js';
import { UsageError } from './command.js';

export async function chosenTools(caps: readonly string[] = []): Promise<Tool[]> {
  const chosen = chosenCaps(caps);
  const { TOOLS } = await import('../tools/index.js');
  return TOOLS.filter(({ cap }) => cap === undefined || chosen.has(cap));
}

/** Also accepts the Playwright MCP names of groups that are always on. */
function chosenCaps(names: readonly string[]): Set<string> {
  const unknown = names.find(
    (name) => !CAPS.some((cap) => cap === name) && !/^(?:core(?:-\w+)?|config)$/.test(name),
  );
  if (unknown !== undefined)
    throw new UsageError(`--caps must be some of ${CAPS.join(', ')}, not ${JSON.stringify(unknown)}`);
  return new Set(names);
}
