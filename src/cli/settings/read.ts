/** Reads settings from flags, variables and the config file. Flags win over variables, variables over the file. */
import { parseArgs } from 'node:util';
import { UsageError } from '../command.js';
import { type ConfigFile, readConfigFile, unusedKeys, valueAt } from './config-file.js';
import { configPaths, type Setting, variables } from './setting.js';
import { SETTINGS, type Settings } from './table.js';

export interface ReadSettings {
  settings: Settings;
  /** Settings without effect and the reason, one line each. */
  notes: string[];
}

type Key = keyof Settings;

/** Relative paths are relative to `base`. Throws a `UsageError` for anything invalid. */
export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
  base = process.cwd(),
): ReadSettings {
  const found = new Finder(base);
  for (const [key, raw] of readFlags(args)) found.take(key, raw.value, raw.said);
  for (const [key, declared] of entries())
    for (const { name, off } of variables(declared)) {
      const text = env[name]?.trim();
      if (text) found.take(key, off ? inverse(text) : text, name);
    }
  if (found.settings.config !== undefined) {
    const file = readConfigFile(found.settings.config);
    for (const [key, declared] of entries()) takeFromFile(found, key, declared, file);
    for (const path of unusedKeys(file, knownPaths()))
      found.notes.push(`${file.name}: ${path} is unknown and has no effect`);
  }
  return { settings: found.settings, notes: found.notes };
}

/** Keeps the first value that it gets for each setting. */
class Finder {
  readonly settings: Settings = {};
  readonly notes: string[] = [];
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  take(key: Key, given: unknown, said: string, base = this.#base): void {
    const declared: Setting<unknown> = SETTINGS[key];
    if (this.settings[key] !== undefined) return;
    const value = declared.kind.read(given, base);
    if (value === undefined)
      throw new UsageError(`${said} must be ${declared.kind.expects}, not ${shown(given)}`);
    Object.assign(this.settings, { [key]: value });
    const reason = declared.ignored?.(value);
    if (reason !== undefined) this.notes.push(`${said} has no effect: ${reason}`);
  }
}

function takeFromFile(found: Finder, key: Key, declared: Setting<unknown>, file: ConfigFile): void {
  const { config, kind, besideConfig } = declared;
  for (const path of configPaths(declared)) {
    const value = valueAt(file.content, path);
    if (value === undefined || (value === null && !kind.nullable)) continue;
    const given = typeof config === 'object' && 'from' in config ? config.from(value) : value;
    found.take(key, given, `${file.name}: ${path}`, besideConfig ? file.folder : undefined);
  }
}

/** Flags in command-line order. A repeated list flag collects all values; of any other, the last wins. */
function readFlags(args: readonly string[]): Map<Key, { value: unknown; said: string }> {
  const byFlag = flagTable();
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      [...byFlag].map(([flag, { declared }]) => [
        flag,
        { type: declared.kind.placeholder === undefined ? 'boolean' : 'string' } as const,
      ]),
    ),
  });
  const given = new Map<Key, { value: unknown; said: string }>();
  let collecting: string[] | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      // `--caps vision pdf`: words after a list flag belong to it.
      if (!collecting) throw new UsageError(`Unexpected argument ${shown(token.value)}`);
      collecting.push(token.value);
      continue;
    }
    collecting = undefined;
    if (token.kind !== 'option') continue;
    const row = byFlag.get(token.name);
    if (!row)
      throw new UsageError(`Unknown option '${token.rawName}'.${nearest(token.name, [...byFlag.keys()])}`);
    const { key, off, declared } = row;
    const said = token.rawName;
    if (declared.kind.placeholder === undefined)
      given.set(key, { value: off ? inverse(token.value ?? 'true') : (token.value ?? 'true'), said });
    else if (token.value === undefined)
      throw new UsageError(`${said} needs a value: ${declared.kind.expects}`);
    else if (declared.kind.many) {
      const before = given.get(key)?.value;
      collecting = Array.isArray(before) ? before : [];
      collecting.push(token.value);
      given.set(key, { value: collecting, said });
    } else given.set(key, { value: token.value, said });
  }
  return given;
}

function flagTable(): Map<string, { key: Key; off: boolean; declared: Setting<unknown> }> {
  const table = new Map<string, { key: Key; off: boolean; declared: Setting<unknown> }>();
  for (const [key, declared] of entries()) {
    if (declared.flag !== undefined) table.set(declared.flag, { key, off: false, declared });
    if (declared.offFlag !== undefined) table.set(declared.offFlag, { key, off: true, declared });
  }
  return table;
}

function entries(): [Key, Setting<unknown>][] {
  return Object.entries(SETTINGS) as [Key, Setting<unknown>][]; // the keys of the table
}

function knownPaths(): string[] {
  return entries().flatMap(([, declared]) => configPaths(declared));
}

/** A word that is not a boolean is returned unchanged; reading it then fails. */
function inverse(text: string): string | boolean {
  const value = SETTINGS.headless.kind.read(text, '');
  return value === undefined ? text : !value;
}

function shown(given: unknown): string {
  return JSON.stringify(Array.isArray(given) && given.length === 1 ? given[0] : given) ?? 'nothing';
}

/** Suggests the flag with the longest common prefix. */
function nearest(name: string, flags: string[]): string {
  const shared = (flag: string) => {
    let at = 0;
    while (at < name.length && name[at] === flag[at]) at++;
    return at;
  };
  const best = flags.toSorted((a, b) => shared(b) - shared(a))[0];
  return best !== undefined && shared(best) >= 3 ? ` Did you mean --${best}?` : '';
}
