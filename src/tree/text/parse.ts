/**
 * Parses the text of a snapshot: everything it contains and nothing else. For our own format only; the text is
 * YAML, so any YAML parser can read the lines.
 */

import type { Box, Cut, States, TextNode } from '../node.js';
import { QUOTED, unquote } from '../quote.js';
import { chosenIn } from './chosen.js';
import { MARK, parseCutMark } from './cut.js';
import { hasValue } from './flags.js';
import { type Gap, parseGapMark } from './gap.js';
import { parseRun } from './run.js';

export interface ParsedNode {
  ref: string;
  role: string;
  name: string;
  states: States;
  clickable?: true;
  focusable?: true;
  /** As shown: without the document's own origin. */
  url?: string;
  src?: string;
  frame?: string;
  frameError?: string;
  placeholder?: string;
  description?: string;
  value?: string;
  text?: string;
  box?: Box;
  cuts: Cut[];
  /** Children that the view left out; `at` is the offset in the mark. */
  gaps?: Gap[];
  /** Only named here: it was elsewhere or there earlier. */
  named?: true;
  children: ParsedChild[];
}

export type ParsedChild = ParsedNode | TextNode;

export type ParsedSnapshot =
  | {
      ok: true;
      root: ParsedNode;
      /** What the first line says is missing. */
      incomplete?: string;
      /** Other lines before the tree: which view it is, where to continue. */
      notes?: string[];
    }
  | { ok: false; line: number; message: string };

/** An error in a line; `parseSnapshot` adds the line number. */
class Unreadable extends Error {}

export function parseSnapshot(text: string): ParsedSnapshot {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  /** The node of each level; undefined if the line can have nothing below it. */
  const open: (ParsedNode | undefined)[] = [];
  const nodes: ParsedNode[] = [];
  let root: ParsedNode | undefined;
  let incomplete: string | undefined;
  const notes: string[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      const { depth, body } = splitLine(line);
      const entry = parseEntry(body);
      if ('node' in entry) nodes.push(entry.node);
      const parent = open[depth - 1];
      if (depth === 0 && 'mark' in entry && !root) {
        if (entry.mark === `${MARK} incomplete`) incomplete = entry.value;
        else notes.push(body.slice(MARK.length + 1));
      } else if (depth === 0) {
        if (root || !('node' in entry)) throw new Unreadable('only one node can be the root');
        root = entry.node;
      } else {
        if (!parent) throw new Unreadable('nothing above holds this line');
        addTo(parent, entry);
      }
      open.length = Math.min(open.length, depth);
      open[depth] = 'node' in entry && !entry.closed ? entry.node : undefined;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return { ok: false, line: index + 1, message: error.message };
    }
  }
  for (const node of nodes) {
    joinText(node);
    inferValue(node);
  }
  if (!root) return { ok: false, line: lines.length, message: 'no node in the text' };
  return {
    ok: true,
    root,
    ...(incomplete !== undefined && { incomplete }),
    ...(notes.length > 0 && { notes }),
  };
}

type Entry =
  | { node: ParsedNode /** Nothing can be below it. */; closed: boolean }
  | { text: string }
  | { detail: string; value: string /** Whether the value stood in quotes. */; quoted: boolean }
  | { mark: string; value: string }
  /** Elements that were elsewhere before. */
  | { named: string[] }
  | { run: ParsedNode[] };

function splitLine(line: string): { depth: number; body: string } {
  const match = /^((?: {2})*)- (.+)$/s.exec(line);
  if (!match) throw new Unreadable('expected "- " after an even number of spaces');
  return { depth: (match[1]?.length ?? 0) / 2, body: match[2] ?? '' };
}

function parseEntry(body: string): Entry {
  if (body.startsWith('/')) {
    const [key, value] = keyAndValue(body);
    return { detail: key.slice(1), value: scalar(value), quoted: value.startsWith('"') };
  }
  if (body.startsWith(MARK)) {
    const [mark, value] = keyAndValue(body);
    return { mark, value };
  }
  const [all] = ALL_NAMED.exec(body) ?? [];
  if (all !== undefined) return { named: body.slice(all.length).split(' ') };
  if (body.startsWith('text: ')) return { text: scalar(body.slice('text: '.length)) };
  const { head: whole, rest } = body.startsWith("'") ? unwrap(body) : { head: body, rest: undefined };
  const run = parseRun(whole);
  if (run && !rest)
    return { run: run.map(({ role, name, flags, ref }) => nodeOf(role, name, `${flags} [ref=${ref}]`)) };
  const [word = ''] = NAMED.exec(whole) ?? [];
  const head = whole.slice(word.length);
  const { node, end } = parseHead(head);
  if (word !== '') node.named = true;
  if (rest !== undefined && end !== head.length)
    throw new Unreadable(`unexpected ${head.slice(end, end + 20)}`);
  const after = rest ?? head.slice(end);
  if (after === '') return { node, closed: true };
  if (after === ':') return { node, closed: false };
  if (!after.startsWith(': ')) throw new Unreadable(`unexpected ${after.slice(0, 20)}`);
  node[hasValue(node.role) ? 'value' : 'text'] = scalar(after.slice(2));
  return { node, closed: true };
}

/** No role begins with a bracket. */
const NAMED = /^<(?:moved|back)> /;
const ALL_NAMED = /^<(?:moved|back) [0-9]+ [\w-]+>: /;

function keyAndValue(body: string): [key: string, value: string] {
  const colon = body.indexOf(': ');
  if (colon < 0) throw new Unreadable('expected a value after ": "');
  return [body.slice(0, colon), body.slice(colon + 2)];
}

/** Removes YAML's single quotes. */
function unwrap(body: string): { head: string; rest: string } {
  const match = /^'([^']*(?:''[^']*)*)'/.exec(body);
  if (!match) throw new Unreadable("expected a closing '");
  return { head: (match[1] ?? '').replaceAll("''", "'"), rest: body.slice(match[0].length) };
}

const ROLE = new RegExp(`([A-Za-z][\\w-]*)(?: (${QUOTED}))?`, 'y');
const UNAVAILABLE = new RegExp(` \\[frame unavailable: (${QUOTED}|[^\\]]*)\\]`, 'y');
const ASIDE = / \[… ([^\]]*)\]/y;
const FLAG = new RegExp(` \\[([a-z][a-z0-9-]*)(?:=(${QUOTED}|[^\\]"]*))?\\]`, 'y');

function parseHead(head: string): { node: ParsedNode; end: number } {
  const match = matchAt(ROLE, head, 0);
  if (!match) throw new Unreadable('expected a role');
  const node: ParsedNode = {
    ref: '',
    role: match[1] ?? '',
    name: match[2] === undefined ? '' : string(match[2]),
    states: {},
    cuts: [],
    children: [],
  };
  let end = match[0].length;
  for (;;) {
    const reason = matchAt(UNAVAILABLE, head, end);
    const aside = matchAt(ASIDE, head, end);
    const flag = reason ?? aside ?? matchAt(FLAG, head, end);
    if (!flag) break;
    const [whole, key = '', value] = flag;
    if (aside) node.gaps = [{ kind: 'outline', at: 0, count: 0, shape: key }];
    else if (reason) node.frameError = key.startsWith('"') ? string(key) : key;
    else if (value === undefined) setField(node, key, true);
    else setField(node, key, value.startsWith('"') ? string(value) : typed(value));
    end += whole.length;
  }
  if (node.ref === '') throw new Unreadable('expected [ref=…]');
  return { node, end };
}

/** Of a line that several share. */
function nodeOf(role: string, name: string | undefined, flags: string): ParsedNode {
  return parseHead([role, ...(name === undefined ? [] : [name]), flags.trimStart()].join(' ')).node;
}

function matchAt(expression: RegExp, text: string, index: number): RegExpExecArray | null {
  expression.lastIndex = index;
  return expression.exec(text);
}

function addTo(parent: ParsedNode, entry: Entry): void {
  if ('node' in entry) parent.children.push(entry.node);
  else if ('text' in entry) parent.children.push({ role: 'text', text: entry.text });
  else if ('run' in entry) parent.children.push(...entry.run);
  else if ('named' in entry) parent.children.push(...entry.named.map(onlyNamed));
  else if ('detail' in entry) setField(parent, entry.detail, entry.quoted ? entry.value : typed(entry.value));
  else {
    const cut = parseCutMark(entry.mark);
    const gap = cut ? undefined : parseGapMark(entry.mark, entry.value);
    if (cut) parent.cuts.push(cut);
    else if (gap) parent.gaps = [...(parent.gaps ?? []), gap];
    else throw new Unreadable(`unknown mark ${entry.mark}`);
  }
}

function onlyNamed(ref: string): ParsedNode {
  return { ref, role: 'generic', name: '', states: {}, cuts: [], named: true, children: [] };
}

/** A single text is the node's text, even if other items below the node kept it off the node's line. */
function joinText(node: ParsedNode): void {
  const [only] = node.children;
  if (node.children.length !== 1 || !only || 'ref' in only) return;
  node.text = only.text;
  node.children = [];
}

/** The options already express the value. */
function inferValue(node: ParsedNode): void {
  const value = node.value ?? chosenIn(node, ({ children }) => children);
  if (value !== '') node.value = value;
  else delete node.value;
}

const TEXT_FIELDS = ['ref', 'name', 'url', 'src', 'frame', 'placeholder', 'description', 'value'] as const;
type TextField = (typeof TEXT_FIELDS)[number];

function setField(node: ParsedNode, key: string, value: string | number | boolean): void {
  // A text may look like anything, so the field decides its type.
  if (isTextField(key)) node[key] = String(value);
  else if (key === 'box') node.box = box(String(value));
  else if ((key === 'clickable' || key === 'focusable') && value === true) node[key] = value;
  else node.states[key] = value;
}

function isTextField(key: string): key is TextField {
  return TEXT_FIELDS.some((field) => field === key);
}

function box(text: string): Box {
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number);
  return { x, y, width, height };
}

/** Without quotes `false` is a boolean and digits are a number: a text that looks like one is quoted. */
function typed(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?$/.test(text) ? Number(text) : text;
}

function scalar(text: string): string {
  return text.startsWith('"') ? string(text) : text;
}

function string(quoted: string): string {
  const text = unquote(quoted);
  if (text === undefined) throw new Unreadable(`not a quoted string: ${quoted.slice(0, 40)}`);
  return text;
}
