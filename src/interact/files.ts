/** The one place where paths are checked before a browser may read them. */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';

/** Absolute paths of readable files, each inside one of the roots where there are any. */
export function checkFiles(
  paths: readonly string[],
  roots: readonly string[] | undefined,
): Promise<string[]> {
  return Promise.all(paths.map((path) => checkFile(path, roots)));
}

async function checkFile(path: string, roots: readonly string[] | undefined): Promise<string> {
  const absolute = resolve(path);
  // Links are followed before the fence is looked at: a link inside must not lead out.
  const real = await realpath(absolute).catch((cause: unknown) => {
    throw badFile(path, 'does not exist', cause);
  });
  if (roots && !(await isInside(real, roots)))
    throw new SightlineError(
      'bad-file',
      `${quote(path, 300)} is outside of ${roots.map((root) => quote(root, 300)).join(', ')}`,
      {
        hint: 'Give a file from the workspace.',
      },
    );
  const info = await stat(real);
  if (info.isDirectory()) throw badFile(path, 'is a folder, and only files can be given');
  if (!info.isFile()) throw badFile(path, 'is not a file');
  await access(real, constants.R_OK).catch((cause: unknown) => {
    throw badFile(path, 'can not be read', cause);
  });
  return real;
}

async function isInside(file: string, roots: readonly string[]): Promise<boolean> {
  for (const root of roots) {
    const way = relative(await realpath(root).catch(() => resolve(root)), file);
    if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) return true;
  }
  return false;
}

function badFile(path: string, why: string, cause?: unknown): SightlineError {
  return new SightlineError('bad-file', `${quote(path, 300)} ${why}`, {
    ...(cause !== undefined && { cause }),
  });
}
