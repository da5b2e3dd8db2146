/** Writes a file that an agent asked for: inside the allowed folders, with secrets masked. */
import type { Agent } from '../agent.js';
import { oneLine } from '../text-line.js';
import { saidPath } from './display-path.js';

/** Returns the path for the answer. Existing files are replaced. */
export async function writeOutput(
  { workplace, secrets }: Pick<Agent, 'workplace' | 'secrets'>,
  name: string,
  data: string | Uint8Array,
): Promise<string> {
  const file = await workplace.files.write(name, typeof data === 'string' ? secrets.mask(data) : data);
  await workplace.output.made(file);
  return saidPath(file, workplace);
}

/** The line that names a written file, in the form that clients of Playwright MCP look for. */
export function fileLine(title: string, path: string): string {
  return `- [${oneLine(title, 200)}](${oneLine(path)})`;
}
