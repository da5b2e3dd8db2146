/**
 * One node as a line of YAML, and what does not fit on it. Everything from the page is quoted and escaped here or
 * in `quote.ts`.
 */

import type { Box, SnapshotNode } from '../node.js';
import { clip, quote, roleAndName, yamlScalar } from '../quote.js';
import { shortUrl } from '../url.js';
import { computedFlag, flag, shownStates } from './flags.js';

export interface NodeLine {
  /** `button "Pay" [disabled] [ref=e5]`, as a YAML key or scalar. */
  head: string;
  /** `/url: …`: items below the node, before its children. */
  details: string[];
}

/**
 * A YAML key may have 1,024 characters, and an apostrophe in single quotes counts twice: 280 for name and flags
 * and 140 for the reason of a frame error leave room to double both, for ref and box.
 */
const MAX_HEAD = 280;
const MAX_REASON = 140;

/** A longer value is easier to read on its own line. */
const MAX_FLAG = 120;

interface OpenLine extends NodeLine {
  /** Whether the head contains something that would end a plain YAML scalar. */
  breaks: boolean;
}

const ROLE = /^[A-Za-z][\w-]*$/;
const BREAKS = /: | #/;

/** `more` is a flag of ours that comes last. */
export function nodeLine(node: SnapshotNode, origin: string | undefined, more?: string): NodeLine {
  const line: OpenLine = { head: roleWord(node.role), details: [], breaks: false };
  if (node.name !== '') addName(line, node.name);
  for (const [state, value] of shownStates(node.role, node.states)) addFlag(line, state, value);
  const computed = computedFlag(node);
  if (computed) addFlag(line, computed, true);
  line.head += ` [ref=${node.ref}]`;
  if (node.url && leads(node)) addFlag(line, 'url', shortUrl(node.url, origin));
  if (node.isFrame) addFrame(line, node, origin);
  if (node.placeholder && node.placeholder !== node.name) addFlag(line, 'placeholder', node.placeholder);
  if (node.box) line.head += ` [box=${boxText(node.box)}]`;
  if (more !== undefined) line.head += ` ${more}`;
  if (node.description) line.details.push(detail('description', node.description));
  // Nothing in a head starts or ends like an indicator, so this is the only danger to a plain scalar.
  if (line.breaks) line.head = `'${line.head.replaceAll("'", "''")}'`;
  return line;
}

/** `button "Pay" [ref=e5]`: enough to identify it. */
export function nameLine({ role, name, ref }: SnapshotNode): string {
  const head = `${roleAndName(roleWord(role), name)} [ref=${ref}]`;
  return BREAKS.test(head) ? `'${head.replaceAll("'", "''")}'` : head;
}

/** Prefixes a word, inside the quotes if there are any. */
export function prefixed(word: string, head: string): string {
  if (head.startsWith("'")) return `'${word.replaceAll("'", "''")} ${head.slice(1)}`;
  return BREAKS.test(word) ? `'${`${word} ${head}`.replaceAll("'", "''")}'` : `${word} ${head}`;
}

/** Where a link leads matters to the reader; where an image comes from does not, and is in the JSON. */
function leads({ role, tag }: SnapshotNode): boolean {
  return role === 'link' || tag === 'a' || tag === 'area';
}

/** `/name: value`. */
export function detail(key: string, value: string | number | boolean): string {
  return `/${key}: ${typeof value === 'string' ? yamlScalar(value) : value}`;
}

export function textLine(text: string): string {
  return `text: ${yamlScalar(text)}`;
}

/** Roles come from a fixed list; the check keeps a mistake there from breaking the text. */
export function roleWord(role: string): string {
  return ROLE.test(role) ? role : 'generic';
}

export function plural(role: string): string {
  return /(?:s|x|ch)$/.test(role) ? `${role}es` : `${role}s`;
}

function addName(line: OpenLine, name: string): void {
  const quoted = name.length <= MAX_HEAD ? quote(name) : undefined;
  if (quoted === undefined || line.head.length + quoted.length >= MAX_HEAD) {
    line.details.push(detail('name', name));
    return;
  }
  line.head += ` ${quoted}`;
  line.breaks ||= BREAKS.test(name);
}

function addFlag(line: OpenLine, key: string, value: string | number | boolean): void {
  const text = typeof value === 'string' && value.length > MAX_FLAG ? undefined : flag(key, value);
  if (text === undefined || line.head.length + text.length >= MAX_HEAD) {
    line.details.push(detail(key, value));
    return;
  }
  line.head += ` ${text}`;
  line.breaks ||= typeof value === 'string' && BREAKS.test(value);
}

/** The URL of a document in the `srcdoc` of its iframe: it has no URL of its own. */
const INLINE = 'about:srcdoc';

function addFrame(line: OpenLine, node: SnapshotNode, origin: string | undefined): void {
  if (node.frameUrl && node.frameUrl !== INLINE) addFlag(line, 'src', shortUrl(node.frameUrl, origin));
  // If its content is shown, the refs in it identify the frame.
  if (node.frame !== undefined && node.children.length === 0) addFlag(line, 'frame', node.frame);
  if (node.frameError !== undefined) {
    line.head += ` [frame unavailable: ${reasonText(node.frameError)}]`;
    line.breaks = true;
  }
}

/** Plain words; quoted if a bracket or an escape could end the flag too early. */
function reasonText(reason: string): string {
  const shown = clip(reason, MAX_REASON - 2);
  const quoted = quote(shown);
  if (quoted.length === shown.length + 2 && !/[[\]]|^\s*$/.test(shown)) return shown;
  // An escape has up to twelve characters.
  return quoted.length <= MAX_REASON ? quoted : quote(reason, Math.floor(MAX_REASON / 12));
}

function boxText({ x, y, width, height }: Box): string {
  return [x, y, width, height].map((value) => Math.round(value)).join(',');
}
