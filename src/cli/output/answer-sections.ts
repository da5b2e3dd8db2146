/**
 * Splits an answer into its sections, which start with `### Title`. Page text can't start a line like that
 * (agent/text-line.ts), so every section found was written by agent/result.ts.
 */
import { inCommands } from './in-commands.js';

export interface AnswerSection {
  title: string;
  /** The whole section with its heading. */
  whole: string;
  /** The text before the code block. */
  note?: string;
  /** The code without its fences; without a code block, the whole text. An unchanged snapshot has only a note. */
  body?: string;
}

export interface AnswerError {
  code?: string;
  message: string;
  hint?: string;
}

export function sectionsOf(text: string): AnswerSection[] {
  const parts = text.split(/^### (.*)\n?/m).slice(1);
  return parts.flatMap((title, at) =>
    at % 2 === 0 ? [sectionOf(title, (parts[at + 1] ?? '').trimEnd())] : [],
  );
}

/** `Ran Playwright code` as a key: `ranPlaywrightCode`. */
export function keyOf(title: string): string {
  return title.toLowerCase().replace(/[^a-z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** `Error (code): message`, then `Next: hint`. */
export function errorOf(body: string): AnswerError {
  const [, code, message = body, hint] =
    /^Error(?: \(([a-z-]+)\))?: ([\s\S]*?)(?:\nNext: (.*))?$/.exec(body) ?? [];
  return { ...(code !== undefined && { code }), message, ...(hint !== undefined && { hint }) };
}

/** Only the hint is surely ours: a message may quote the page. */
export function hintInCommands(body: string): string {
  return body.replace(/\nNext: .*$/, inCommands);
}

/** A line of the page begins with the kind of its event. */
export function eventsInCommands(section: AnswerSection): AnswerSection {
  if (section.title !== 'Events') return section;
  return { ...section, whole: section.whole.replace(/^- \d+ more console .*$/m, inCommands) };
}

function sectionOf(title: string, text: string): AnswerSection {
  const whole = `### ${title}\n${text}`;
  const [, note = '', body] = /^([^`]*\n)?```\w*\n([\s\S]*)\n```$/.exec(text) ?? [];
  if (body === undefined)
    return { title, whole, ...(title === 'Snapshot' ? { note: text } : { body: text }) };
  return { title, whole, ...(note !== '' && { note: note.trimEnd() }), body };
}
