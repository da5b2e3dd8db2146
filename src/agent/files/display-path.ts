/** How an answer writes the path of a file that was made: absolute unless it is to be relative to the agent's folder. */
import { realpathSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { Host } from '../host.js';

export function saidPath(path: string, { filePaths, folder }: Pick<Host, 'filePaths' | 'folder'>): string {
  if (filePaths !== 'relative') return path;
  // Files that are written have all links followed, downloads have not.
  const ways = [folder, realpathSync(folder)].map((start) => relative(start, path));
  const way = ways.find((each) => !each.startsWith('..')) ?? relative(folder, path);
  return dirname(way) === '.' && !way.startsWith('.') ? `./${way}` : way;
}
