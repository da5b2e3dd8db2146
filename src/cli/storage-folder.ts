/** Where Sightline keeps what is the user's own and belongs to no workspace: not with what may be thrown away. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function storageFileNamed(name: string): string {
  return join(dataFolder(), 'storage', `${name}.json`);
}

/** Where the trails of background browsers without a workspace are. */
export function runsFolder(): string {
  return join(dataFolder(), 'runs');
}

function dataFolder(): string {
  const { SIGHTLINE_DATA, XDG_DATA_HOME, LOCALAPPDATA } = process.env;
  if (SIGHTLINE_DATA) return SIGHTLINE_DATA;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'sightline');
  if (process.platform === 'win32')
    return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'sightline', 'data');
  return join(XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'sightline');
}
