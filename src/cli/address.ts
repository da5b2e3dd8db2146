import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SightlineError } from '../errors.js';
import { withScheme } from '../tree/loopback.js';

/** Makes a URL from what a person types: a URL, a path, or a host without `http://`. */
export function addressOf(where: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(where) && !/^[a-z]:[\\/]/i.test(where) && !/^[\w.-]+:\d+(\/|$)/.test(where))
    return where;
  if (existsSync(where)) return pathToFileURL(resolve(where)).href;
  if (
    // A host: `./page.html` is a path.
    /^\w[\w.-]*(:\d+)?(\/|$)/.test(where) &&
    (where.includes('.') || where.includes(':') || where.startsWith('localhost'))
  )
    return withScheme(where);
  throw new SightlineError('bad-argument', `Neither a URL nor a file: ${where}`);
}
