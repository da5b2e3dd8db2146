/**
 * Regular expressions in time linear in the text and the expression. JavaScript's own engine can take forever on
 * `(a+)+$`, in a process that many pages share, and an agent may write such expressions in good faith. All
 * alternatives are followed in parallel (Thompson's construction), so nothing is tried twice. Look-around and
 * back-references are impossible that way and are refused. Single characters and classes are left to the engine:
 * for one character it is always fast.
 */
import { type PatternNode, parsePattern } from './parse-pattern.js';

export type LinearPattern =
  | { ok: true /** Index after the earliest end of a match; -1 for none. */; search(text: string): number }
  | { ok: false; message: string };

/** `{1000}` inside `{1000}` would be a million steps per character. */
const MAX_PROGRAM = 5_000;

type Step =
  | { kind: 'one'; test(character: string): boolean; next: number }
  | { kind: 'at'; place: 'start' | 'end' | 'boundary' | 'inside'; next: number }
  | { kind: 'either'; next: number[] }
  | { kind: 'found' };

class TooLarge extends Error {}

export function linearPattern(source: string, ignoreCase: boolean): LinearPattern {
  const parsed = parsePattern(source, ignoreCase);
  if (!parsed.ok) return parsed;
  const program: Step[] = [{ kind: 'found' }];
  try {
    const start = compile(parsed.node, 0, program);
    return { ok: true, search: (text) => search(text, program, start) };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return { ok: false, message: `the expression repeats too much: more than ${MAX_PROGRAM} steps` };
  }
}

/** Built from the end: returns the first step. */
function compile(node: PatternNode, next: number, program: Step[]): number {
  const add = (step: Step): number => {
    if (program.length >= MAX_PROGRAM) throw new TooLarge();
    return program.push(step) - 1;
  };
  switch (node.kind) {
    case 'one':
      return add({ kind: 'one', test: node.test, next });
    case 'at':
      return add({ kind: 'at', place: node.place, next });
    case 'sequence':
      return node.parts.reduceRight((after, part) => compile(part, after, program), next);
    case 'either':
      return add({ kind: 'either', next: node.parts.map((part) => compile(part, next, program)) });
    case 'repeat': {
      let after = next;
      if (node.max === Number.POSITIVE_INFINITY) {
        const loop: Step & { kind: 'either' } = { kind: 'either', next: [next] };
        after = add(loop);
        loop.next.push(compile(node.part, after, program));
      } else {
        for (let count = node.min; count < node.max; count++)
          after = add({ kind: 'either', next: [next, compile(node.part, after, program)] });
      }
      for (let count = 0; count < node.min; count++) after = compile(node.part, after, program);
      return after;
    }
  }
}

function search(text: string, program: readonly Step[], start: number): number {
  const seen = new Int32Array(program.length).fill(-1);
  let active: number[] = [];
  for (let index = 0; index <= text.length; ) {
    const waiting: (Step & { kind: 'one' })[] = [];
    const pending = [start, ...active.reverse()];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const step = program[at];
      if (!step || seen[at] === index) continue;
      seen[at] = index;
      if (step.kind === 'found') return index;
      if (step.kind === 'one') waiting.push(step);
      else if (step.kind === 'either') pending.push(...step.next);
      else if (holds(step.place, text, index)) pending.push(step.next);
    }
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    active = index < text.length ? waiting.filter(({ test }) => test(character)).map(({ next }) => next) : [];
    index += character.length;
  }
  return -1;
}

function holds(place: (Step & { kind: 'at' })['place'], text: string, index: number): boolean {
  if (place === 'start') return index === 0;
  if (place === 'end') return index === text.length;
  const word = (at: number) => /\w/.test(text[at] ?? '');
  return (word(index - 1) !== word(index)) === (place === 'boundary');
}
