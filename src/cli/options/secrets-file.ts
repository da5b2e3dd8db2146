/** The secrets in a file of `NAME=value` lines, as Node reads them. */
import { parseEnv } from 'node:util';

export interface SecretsInFile {
  values: Record<string, string>;
  /** One line each. */
  problems: string[];
}

/** `A=some#thing`: Node takes the rest for a comment, as others do. */
const CUT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?!["'`])[^#\r\n]*[^#\s]#/gm;

export function secretsInFile(text: string): SecretsInFile {
  // Windows editors put a byte order mark first, which Node takes for a part of the name.
  const parsed = Object.entries(parseEnv(text.replace(/^\ufeff/, '')));
  // After an empty line Node reads a comment as a name.
  const values = parsed.filter(([name]) => !name.startsWith('#'));
  const problems = [...text.matchAll(CUT)].map(
    ([, name]) => `--secrets: the value of ${name} ends before "#". Quote it if "#" is part of it.`,
  );
  if (values.length === 0 && /^\s*[^#\s]/m.test(text))
    problems.push('--secrets: the file has no line of the form NAME=value, so nothing is secret.');
  return {
    values: Object.fromEntries(values as [string, string][]), // a name always has a value
    problems,
  };
}
