/**
 * Where state is written: the folder that a person or a multiplexer names, else the first root that the
 * client gave. Where there is none, nothing is extracted and nothing is written.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';

export interface Workspace {
  folder: string;
  /** Set where several servers share a workspace by arrangement: each writes to a folder of its own. */
  instance?: string;
}

export interface WorkspaceSources {
  /** `--workspace`. */
  flag?: string;
  environment?: Readonly<Record<string, string | undefined>>;
  /** The client's roots, as it names them: `file:` addresses. */
  roots?: readonly string[];
}

/** Both of a pair must be set; the second one is what existing multiplexers set. */
const PAIRS = [
  ['SIGHTLINE_WORKSPACE', 'SIGHTLINE_INSTANCE_ID'],
  ['PW_DOM_STATE_WORKSPACE', 'PW_DOM_STATE_INSTANCE_ID'],
] as const;

/** The name of one folder, on every file system, and none that state itself uses. */
const INSTANCE = /^(?!(?:diffs|pages)$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;

export function resolveWorkspace({
  flag,
  environment = {},
  roots = [],
}: WorkspaceSources): Workspace | undefined {
  // A variable that stands for the flag may be the first of a pair: the second one counts then, too.
  if (flag && !(environment.SIGHTLINE_INSTANCE_ID && isSame(flag, environment.SIGHTLINE_WORKSPACE)))
    return { folder: resolve(flag) };
  for (const [folderName, instanceName] of PAIRS) {
    const folder = environment[folderName];
    const instance = environment[instanceName];
    if (!folder || !instance) continue;
    if (!INSTANCE.test(instance))
      throw new SightlineError(
        'bad-argument',
        `${instanceName} is ${quote(instance, 100)}, which is not the name of a folder`,
        { hint: 'Give letters, digits, dots, hyphens and underscores, as in inst-1.' },
      );
    return { folder: resolve(folder), instance };
  }
  const folder = roots[0] === undefined ? undefined : pathOf(roots[0]);
  return folder === undefined ? undefined : { folder };
}

const isSame = (folder: string, other: string | undefined): boolean =>
  other !== undefined && other !== '' && resolve(folder) === resolve(other);

/** Roots that are not files of this machine can't be written to. */
function pathOf(root: string): string | undefined {
  if (!URL.canParse(root) || new URL(root).protocol !== 'file:') return undefined;
  try {
    return fileURLToPath(root);
  } catch {
    return undefined; // On another host, or not a path of this platform.
  }
}
