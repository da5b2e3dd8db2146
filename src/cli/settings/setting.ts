/** One setting: its names, the kind of its values, and its help text. */
import type { Kind } from './kind.js';

export interface Setting<T> {
  kind: Kind<T>;
  help: string;
  /** `viewport-size` for `--viewport-size`. Without a flag, only the config file can set it. */
  flag?: string;
  /** The flag that turns a switch off: `no-sandbox`. */
  offFlag?: string;
  /** Variables in addition to `SIGHTLINE_<FLAG>` (and `PLAYWRIGHT_MCP_<FLAG>`, unless `ours`). */
  env?: readonly string[];
  /** Unknown to Playwright MCP: no `PLAYWRIGHT_MCP_*` variable. */
  ours?: true;
  /**
   * Path in the config file, `server.port`, or several, the first of which wins; with `from` if Playwright's format
   * differs from the flag's.
   */
  config?: string | readonly string[] | { path: string; from(value: unknown): unknown };
  /** Paths in the config file are relative to the file, as in Playwright MCP. Default: to the working folder. */
  besideConfig?: true;
  /** Why a value has no effect; reported in one line. */
  ignored?(value: T): string | undefined;
}

/** Infers the type of the value, which an annotation would lose. */
export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared;
}

export function configPaths({ config = [] }: Pick<Setting<unknown>, 'config'>): readonly string[] {
  if (typeof config === 'string') return [config];
  return 'path' in config ? [config.path] : config;
}

/** Variables by precedence: `SIGHTLINE_*` first. */
export function variables({ flag, offFlag, env = [], ours }: Setting<unknown>): {
  name: string;
  off: boolean;
}[] {
  const of = (name: string | undefined, off: boolean) => {
    if (name === undefined) return [];
    const upper = name.toUpperCase().replaceAll('-', '_');
    return [{ name: `SIGHTLINE_${upper}`, off }, ...(ours ? [] : [{ name: `PLAYWRIGHT_MCP_${upper}`, off }])];
  };
  const all = [...of(flag, false), ...of(offFlag, true), ...env.map((name) => ({ name, off: false }))];
  return all.toSorted((a, b) => Number(isOurs(b.name)) - Number(isOurs(a.name)));
}

function isOurs(name: string): boolean {
  return name.startsWith('SIGHTLINE_');
}
