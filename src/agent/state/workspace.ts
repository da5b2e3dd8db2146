/**
 * Where state is written: the folder that a person or a multiplexer names, else the client's first root. Without
 * either, no state is captured or written.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';

export interface Workspace {
  folder: string;
  /** Set if several servers share the workspace: each writes to the folder of its instance. */
  instance?: string;
}

export interface WorkspaceSources {
  /** `--workspace`. */
  flag?: string;
  environment?: Readonly<Record<string, string | undefined>>;
  /** The client's roots: `file:` URLs. */
  roots?: readonly string[];
}

/** Both variables of a pair must be set. Existing multiplexers set the second pair. */
const PAIRS = [
  ['SIGHTLINE_WORKSPACE', 'SIGHTLINE_INSTANCE_ID'],
  ['PW_DOM_STATE_WORKSPACE', 'PW_DOM_STATE_INSTANCE_ID'],
] as const;

/** A folder name that is valid on every file system and not used by the state files. */
const INSTANCE = /^(?!(?:diffs|pages)$)[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/;

export function resolveWorkspace({
  flag,
  environment = {},
  roots = [],
}: WorkspaceSources): Workspace | undefined {
  // The flag may come from SIGHTLINE_WORKSPACE: then the instance id counts, too.
  if (flag && !(environment.SIGHTLINE_INSTANCE_ID && isSame(flag, environment.SIGHTLINE_WORKSPACE)))
    return { folder: resolve(flag) };
  for (const [folderName, instanceName] of PAIRS) {
    const folder = environment[folderName];
    const instance = environment[instanceName];
    if (folder && instance) return { folder: resolve(folder), instance: checked(instance, instanceName) };
  }
  const folder = roots[0] === undefined ? undefined : pathOf(roots[0]);
  if (folder === undefined) return undefined;
  const { SIGHTLINE_INSTANCE_ID: instance } = environment;
  return { folder, ...(instance && { instance: checked(instance, 'SIGHTLINE_INSTANCE_ID') }) };
}

function checked(instance: string, name: string): string {
  if (INSTANCE.test(instance)) return instance;
  throw new SightlineError(
    'bad-argument',
    `${name} is ${quote(instance, 100)}, which is not a valid folder name`,
    { hint: 'Use letters, digits, dots, hyphens and underscores, as in inst-1.' },
  );
}

const isSame = (folder: string, other: string | undefined): boolean =>
  other !== undefined && other !== '' && resolve(folder) === resolve(other);

/** Undefined for roots that are not local folders. */
function pathOf(root: string): string | undefined {
  if (!URL.canParse(root) || new URL(root).protocol !== 'file:') return undefined;
  try {
    return fileURLToPath(root);
  } catch {
    return undefined; // On another host, or not a path of this platform.
  }
}
