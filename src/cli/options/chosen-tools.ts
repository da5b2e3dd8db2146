/** The tools that agents get: `--caps`, `--tools`, `--deny-tools` and `--read-only` choose them. */
import { CAPS } from '../../agent/caps.js';
import type { Tool } from '../../agent/tool.js';
import { UsageError } from '../command.js';
import type { Settings } from '../settings/table.js';

type Choice = Pick<Settings, 'caps' | 'vision' | 'webmcp' | 'tools' | 'denyTools' | 'readOnly'>;

/** Throws a `UsageError` for names that do not exist. Loads the tools only if some are named. */
export async function checkToolChoice(choice: Choice): Promise<void> {
  if (choice.tools || choice.denyTools) await chosenTools(choice);
  else capsIn(choice);
}

export async function chosenTools(choice: Choice): Promise<Tool[]> {
  const { tools, denyTools, readOnly } = choice;
  const chosen = capsIn(choice);
  const { TOOLS } = await import('../../tools/index.js');
  const only = tools && named(TOOLS, '--tools', tools);
  const denied = named(TOOLS, '--deny-tools', denyTools ?? []);
  const isOn = (tool: Tool) => only?.has(tool) ?? (tool.cap === undefined || chosen.has(tool.cap));
  return TOOLS.filter((tool) => isOn(tool) && !denied.has(tool) && !(readOnly && tool.effect === 'act'));
}

/** Whether pages may offer tools: the browser has to be started for it. */
export async function offersPageTools(choice: Choice): Promise<boolean> {
  const { webmcp, tools } = choice;
  if (webmcp !== undefined || !tools) return webmcp ?? capsIn(choice).has('webmcp');
  return (await chosenTools(choice)).some(({ cap }) => cap === 'webmcp');
}

/** By their names, `browser_` may be left out. */
function named(tools: readonly Tool[], flag: string, names: readonly string[]): Set<Tool> {
  return new Set(
    names.map((name) => {
      const found = tools.find((tool) => tool.name === name || tool.name === `browser_${name}`);
      if (!found) throw new UsageError(`${flag}: there is no tool ${JSON.stringify(name)}`);
      return found;
    }),
  );
}

/** Groups of Playwright MCP that are always on here, also by their former names. */
const ALWAYS_ON = /^(?:core(?:-\w+)?|tabs|history|wait|files|install)$/;
/** Other names of groups. */
const OTHER_NAMES: Readonly<Record<string, string>> = { tracing: 'devtools', verify: 'testing' };

function capsIn({ caps = [], vision, webmcp }: Choice): Set<string> {
  const names = [...caps, ...(vision ? ['vision'] : []), ...(webmcp ? ['webmcp'] : [])];
  const chosen = names
    .map((name) => OTHER_NAMES[name] ?? name)
    .filter((name) => !ALWAYS_ON.test(name) && !(name === 'webmcp' && webmcp === false));
  const unknown = chosen.find((name) => !CAPS.some((cap) => cap === name));
  if (unknown !== undefined)
    throw new UsageError(`--caps must be some of ${CAPS.join(', ')}, not ${JSON.stringify(unknown)}`);
  return new Set(chosen);
}
