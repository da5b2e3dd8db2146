/**
 * An answer taken apart again. Its sections begin with `### Title`; nothing of a page can begin a line like that
 * (agent/text-line.ts), so what is found here is what agent/result.ts wrote.
 */
export interface AnswerSection {
  title: string;
  /** As it stands in the answer, heading and all. */
  whole: string;
  /** What stands before code. */
  note?: string;
  /** Code without the fences around it; where there is none, everything. A view of nothing new is only a note. */
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

/** The error with the tools that its hint names as the commands that they are here. */
export function inCommands(body: string): string {
  return body.replace(/\nNext: .*$/, (line) =>
    line.replace(/\bbrowser_([a-z_]+)/g, (_, tool: string) => `\`sightline ${tool.replaceAll('_', '-')}\``),
  );
}

function sectionOf(title: string, text: string): AnswerSection {
  const whole = `### ${title}\n${text}`;
  const [, note = '', body] = /^([^`]*\n)?```\w*\n([\s\S]*)\n```$/.exec(text) ?? [];
  if (body === undefined)
    return { title, whole, ...(title === 'Snapshot' ? { note: text } : { body: text }) };
  return { title, whole, ...(note !== '' && { note: note.trimEnd() }), body };
}
