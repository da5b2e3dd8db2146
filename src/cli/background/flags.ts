/** The flags of a background session: all settings of the server except those that only a server has. */

import type { Setting } from '../settings/setting.js';
import { GROUPS } from '../settings/table.js';
import type { Flags } from '../tool-command/parse.js';
import type { Options } from './folder.js';

/** A session has a private socket, one client and all tools. */
const OF_SERVERS = new Set(['port', 'host', 'allowed-hosts', 'token', 'shared-browser-context', 'caps']);

export const backgroundSettings: readonly Setting<unknown>[] = GROUPS.flatMap(({ settings }) =>
  Object.values<Setting<unknown>>(settings),
).filter(({ flag, ignored }) => flag !== undefined && !OF_SERVERS.has(flag) && !ignored);

export const backgroundFlags: Flags = Object.fromEntries(
  backgroundSettings.flatMap(({ flag, offFlag, kind }) =>
    [flag, offFlag].flatMap((name) =>
      name === undefined
        ? []
        : [
            [
              name,
              kind.placeholder === undefined
                ? { type: 'boolean' }
                : { type: 'string', multiple: kind.many ?? false },
            ],
          ],
    ),
  ),
);

/** The options as command-line words. */
export function asWords(options: Options): string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    [value].flat().map((each) => (each === true ? `--${name}` : `--${name}=${each}`)),
  );
}
