/** The path of a written file in an answer: absolute, or relative to the agent's folder if so configured. */
import { realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Workplace } from '../workplace.js';

export function saidPath(
  path: string,
  { filePaths, folder }: Pick<Workplace, 'filePaths' | 'folder'>,
): string {
  if (filePaths !== 'relative') return path;
  // Paths of written files have their symbolic links resolved, paths of downloads don't.
  const ways = [folder, realpathSync(folder)].map((start) => relative(start, path));
  const way = ways.find((each) => !each.startsWith('..')) ?? relative(folder, path);
  return dirname(way) === '.' && !way.startsWith('.') ? `./${way}` : way;
}
