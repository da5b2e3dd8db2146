/** Writes the arguments of a tool as command-line words; the inverse of `parse.ts`. */
import type { Form, Input } from './input.js';
import type { ToolCommand } from './tool-command.js';

export function exampleWords(
  { name, positionals, flags }: ToolCommand,
  args: Readonly<Record<string, unknown>>,
  as = name,
): string {
  const has = ({ key }: Input) => args[key] !== undefined;
  const alone = positionals.filter(has).flatMap((input) => written(input.form, args[input.key]));
  const named = flags
    .filter((input) => has(input) && !positionals.some(({ key }) => key === input.key))
    .flatMap(({ name: flag, key, form }) => {
      if (form.type === 'switch') return [args[key] ? `--${flag}` : `--no-${flag}`];
      return written(form, args[key]).flatMap((word) => [`--${flag}`, word]);
    });
  return [as, ...alone.map(quoted), ...named.map(quoted)].join(' ');
}

function written(form: Form, value: unknown): string[] {
  if (form.type === 'list' && Array.isArray(value)) return value.flatMap((each) => written(form.item, each));
  if (form.type === 'json' && form.pair && isRecord(value)) {
    const [first, second] = form.pair;
    if (Object.keys(value).length === 2) return [`${value[first]}=${value[second]}`];
  }
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For a POSIX shell. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}
