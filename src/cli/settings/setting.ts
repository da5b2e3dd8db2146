/** One setting: every name it has, what its values look like, and what it is for. */
import type { Kind } from './kind.js';

export interface Setting<T> {
  kind: Kind<T>;
  help: string;
  /** `viewport-size` for `--viewport-size`; without one only the config file can set it. */
  flag?: string;
  /** The flag that turns a switch off: `no-sandbox`. */
  offFlag?: string;
  /** Variables besides `SIGHTLINE_<FLAG>` (and `PLAYWRIGHT_MCP_<FLAG>`, unless the setting is ours). */
  env?: readonly string[];
  /** Not known to Playwright MCP: no `PLAYWRIGHT_MCP_*` variable. */
  ours?: true;
  /** Where it stands in the config file, `server.port`; where Playwright has another shape there, how to read it. */
  config?: string | { path: string; from(value: unknown): unknown };
  /** Relative paths of the config file are relative to the file, as in Playwright MCP; others to the working folder. */
  besideConfig?: true;
  /** Why a value has no effect here: said in one line when it is given. */
  ignored?(value: T): string | undefined;
}

/** Keeps the type of the value, which an annotation would lose. */
export function setting<T>(declared: Setting<T>): Setting<T> {
  return declared;
}

export function configPath({ config }: Pick<Setting<unknown>, 'config'>): string | undefined {
  return typeof config === 'object' ? config.path : config;
}

/** Variables, the ones that win first: ours, then those of Playwright MCP. */
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
