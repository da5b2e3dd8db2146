/** A step in a few words. */
import type { RunStep } from '../run.js';

/** `click`, `fill form`. */
export const verbOf = ({ tool }: RunStep): string => tool.replace(/^browser_/, '').replaceAll('_', ' ');

/** Arguments by how much they say about a call. */
const TELLING = [
  'element',
  'url',
  'text',
  'value',
  'values',
  'key',
  'target',
  'function',
  'filename',
  'action',
];
const LONG = 120;

/** What the call is about: `“Sign in”`, `example.com/…`. */
export function objectOf({ args, code = [] }: RunStep): string {
  const said = code.at(-1)?.match(/getBy(?:Role|Text|Label|TestId|Placeholder)\((.*)\)/)?.[1];
  const name = said?.match(/name: '((?:[^'\\]|\\.)*)'/)?.[1] ?? said?.match(/^'((?:[^'\\]|\\.)*)'/)?.[1];
  if (name !== undefined) return clipped(name.replaceAll("\\'", "'"));
  if (typeof args !== 'object' || args === null) return '';
  const given = args as Readonly<Record<string, unknown>>;
  const key = TELLING.find((each) => given[each] !== undefined);
  if (key === undefined) return '';
  const value = given[key];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return clipped(key === 'url' ? text.replace(/^https?:\/\//, '') : text);
}

const clipped = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);

/** `0.4 s`, `12 ms`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

/** `0:07`, from the start of the run. */
export function offset(time: string, start: string | undefined): string {
  const milliseconds = Date.parse(time) - Date.parse(start ?? time);
  if (Number.isNaN(milliseconds)) return '';
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** The refs that the call names, for the mark in the picture. */
export function targetsOf({ args }: RunStep): string[] {
  return [...JSON.stringify(args ?? {}).matchAll(/"(?:target|startTarget|endTarget)":"([a-z0-9]+)"/g)].map(
    ([, ref = '']) => ref,
  );
}

/** `### Error` of an answer, without its heading. */
export function errorOf({ answer }: RunStep): string {
  const [, text = ''] = /^### Error\n([\s\S]*?)(?=\n### |$)/.exec(answer) ?? [];
  return text;
}
