/** Links and mount points on the way to a file: a repository can contain links, and both lead elsewhere. */
import { lstat, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The first step from a folder down to a path that is a link or a mount point, in words. Steps may be missing. */
export async function linkOnPath(folder: string, path: string): Promise<string | undefined> {
  const mounts = await mountPoints();
  let here = folder;
  for (const step of relative(folder, path).split(sep)) {
    here = join(here, step);
    // First: the disk of a mount point may not answer.
    if (mounts.has(here)) return `the mount point ${step}`;
    const info = await lstat(here).catch(() => undefined);
    if (!info) return undefined;
    if (info.isSymbolicLink()) return `the link ${step}`;
  }
  return undefined;
}

/** On Linux only; none elsewhere. */
export async function mountPoints(): Promise<Set<string>> {
  const lines = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const pointOf = (line: string) =>
    line
      .split(' ')[4]
      ?.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
  return new Set(lines.split('\n').flatMap((line) => pointOf(line) ?? []));
}
