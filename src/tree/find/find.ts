/**
 * Finds text in a whole tree, across frames and inside folds: elements whose name, text, value, URL, placeholder,
 * description or shown state matches. One entry per element.
 */

import { isText, type SnapshotNode } from '../node.js';
import { clip, quote, roleAndName, yamlScalar } from '../quote.js';
import { cutMark, MARK } from '../text/cut.js';
import { computedFlag, flag, isInteractiveRole, shownStates } from '../text/flags.js';
import { detail, nameLine, nodeLine, textLine } from '../text/line.js';
import { originInside } from '../text/render.js';
import { TextBuilder } from '../text/text-builder.js';
import { originOf } from '../url.js';
import { inDocumentOrder } from '../view/shape.js';
import { surroundingsOf, type ToldItems } from './item-of.js';
import { linearPattern } from './linear-pattern.js';

export interface FindQuery {
  /** A case-insensitive substring; a list matches any of its texts. */
  text?: string | readonly string[];
  /** A regular expression without slashes. Look-around and back-references are not supported. */
  regex?: string;
  /** For the regular expression. */
  ignoreCase?: boolean;
}

export interface FindOptions {
  /** The document's URL. */
  url?: string;
  /** How many elements are returned; all are counted. */
  limit?: number;
}

export interface FoundText {
  total: number;
  /** The refs of the returned elements, in document order. */
  refs: string[];
  text: string;
}

export type Found = ({ ok: true } & FoundText) | { ok: false; message: string };

export const FIND_LIMIT = 20;

/** The longest part of a string that is searched: the default of `maxTextLength`, so by default all of it. */
const MAX_TESTED = 4_000;
const MAX_EXCERPT = 160;
const MAX_PATH = 4;
const MAX_PATH_NAME = 30;

export function findInTree(root: SnapshotNode, query: FindQuery, options: FindOptions = {}): Found {
  const matcher = matcherOf(query);
  if (!matcher.ok) return matcher;
  const byText = (node: SnapshotNode) => matchIn(node, matcher.search);
  const roles = rolesIn(root, query);
  const missing = missingIn(root, query, roles);
  if (roles.size === 0) return { ok: true, ...search(root, byText, options, missing) };
  const found = search(
    root,
    (node) => byText(node) ?? (roles.has(node.role) ? { end: 0 } : undefined),
    options,
    missing,
  );
  const note = `, ${[...roles].join(', ')} by role`;
  return { ok: true, ...found, text: found.text.replace(' found:', ` found${note}:`) };
}

/** So many elements of a role are shown beside texts that say its name. */
const FEW_OF_A_ROLE = 12;

/** Of several texts, those that nothing matches. */
function missingIn(root: SnapshotNode, { text = [] }: FindQuery, roles: ReadonlySet<string>): string[] {
  if (typeof text === 'string' || text.length < 2) return [];
  return [...new Set(text)].filter((each) => !roles.has(each.trim().toLowerCase()) && !hasText(root, each));
}

function hasText(root: SnapshotNode, word: string): boolean {
  const matcher = matcherOf({ text: word });
  return matcher.ok && inDocumentOrder(root).some((node) => matchIn(node, matcher.search) !== undefined);
}

/** A search for "textbox" means the elements of that role, unless texts say it and there are many of them. */
function rolesIn(root: SnapshotNode, { text = [] }: FindQuery): Set<string> {
  const nodes = inDocumentOrder(root);
  const count = (word: string): number => nodes.filter(({ role }) => role === word).length;
  const wanted = [text].flat().map((each) => each.trim().toLowerCase());
  const isMeant = (word: string): boolean => {
    const many = count(word);
    return many > 0 && (!hasText(root, word) || (isInteractiveRole(word) && many <= FEW_OF_A_ROLE));
  };
  return new Set(wanted.filter(isMeant));
}

function search(
  root: SnapshotNode,
  matches: (node: SnapshotNode) => Match | undefined,
  { url = '', limit = FIND_LIMIT }: FindOptions,
  missing: readonly string[],
): FoundText {
  const lines = new TextBuilder();
  const refs: string[] = [];
  let total = 0;
  const told: Told = { place: '', items: new Set(), tables: new Set(), said: '' };
  /** Refs of matches that say what the one before them says. */
  let alike: string[] = [];
  const endRun = () => {
    if (alike.length > 0) lines.add(`- ${MARK} ${alike.length} more like it: ${alike.join(' ')}`);
    alike = [];
  };
  const path: SnapshotNode[] = [];
  const levels: { node: SnapshotNode; next: number; origin: string | undefined }[] = [];
  const unsearched: string[] = [];
  const enter = (node: SnapshotNode, origin: string | undefined) => {
    const missing = notSearched(node, node === root);
    if (missing !== undefined && unsearched.length < MAX_UNSEARCHED) unsearched.push(missing);
    const match = matches(node);
    if (match && !isSaidInside(node, match, matches)) {
      total++;
      if (refs.length < limit) {
        refs.push(node.ref);
        const entryLines = entry(node, match, path, origin, told);
        if (entryLines.length > 0) endRun();
        else alike.push(node.ref);
        for (const line of entryLines) lines.add(line);
      }
    }
    path.push(node);
    levels.push({ node, next: 0, origin: node.isFrame ? originInside(node, origin) : origin });
  };
  enter(root, originOf(url));
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const child = level.node.children[level.next++];
    if (!child) {
      levels.pop();
      path.pop();
    } else if (!isText(child)) enter(child, level.origin);
  }
  endRun();
  const first = refs.length === 1 ? 'the first is shown' : `the first ${refs.length} are shown`;
  const rest = total > refs.length ? `${first}, raise limit` : 'all shown';
  const mark = `- ${MARK} ${total} found: ${total === 0 ? 'nothing matches' : rest}`;
  const alone = total === 0 ? [] : missing.slice(0, MAX_MISSING);
  const nothing = alone.map((each) => `${MARK} nothing matches: ${quote(each, MAX_EXCERPT)}`);
  const marks = [mark, ...[...nothing, ...unsearched].map((line) => `- ${line}`)].join('\n');
  return { total, refs, text: total === 0 || refs.length === 0 ? marks : `${marks}\n${lines}` };
}

/**
 * Whether a name matches only by what something inside, which matches, too, says in it: `Course [edit]` of a heading with
 * a link `edit`. What is acted on stays.
 */
function isSaidInside(
  node: SnapshotNode,
  { isName = false }: Match,
  matches: (node: SnapshotNode) => Match | undefined,
): boolean {
  if (!isName || isInteractiveRole(node.role) || computedFlag(node) !== undefined) return false;
  const inner = inDocumentOrder(node).filter((each) => each !== node && matches(each)?.isName === true);
  const name = inner.reduce((rest, each) => rest.replace(each.name, ' '), node.name);
  return name !== node.name && matches({ ...node, name, children: [] }) === undefined;
}

/** Texts that are named as missing. */
const MAX_MISSING = 10;

/** Places that are named: a page may have thousands. */
const MAX_UNSEARCHED = 10;

/** What the capture does not have, so that nothing can be found in it. */
function notSearched(node: SnapshotNode, atRoot: boolean): string | undefined {
  if (node.frameError !== undefined)
    return `${MARK} not searched, the frame in ${node.ref}: ${quote(node.frameError, 200)}`;
  if (!node.cut) return undefined;
  return cutMark(node.cut, node.ref, atRoot).replace(MARK, `${MARK} not searched,`);
}

/** No-break spaces look like spaces. */
const SPACES = /[\u00a0\u2007\u202f]/g;

/** Index after the match; -1 for none. */
type Search = (text: string) => number;

/** The test for a line or a text. */
export function matcherOf({
  text,
  regex,
  ignoreCase = false,
}: FindQuery): { ok: true; search: Search } | { ok: false; message: string } {
  if (regex !== undefined) {
    const pattern = linearPattern(regex, ignoreCase);
    return pattern.ok
      ? { ok: true, search: (tested) => pattern.search(tested.replace(SPACES, ' ')) }
      : { ok: false, message: `Regular expression ${JSON.stringify(clip(regex, 80))}: ${pattern.message}` };
  }
  if (text === undefined || text === '' || text.length === 0 || [text].flat().includes(''))
    return { ok: false, message: 'Nothing to find: give text or regex' };
  const wanted = [text].flat().map((each) => each.replace(SPACES, ' ').toLowerCase());
  return {
    ok: true,
    search: (tested) => {
      const lower = tested.replace(SPACES, ' ').toLowerCase();
      for (const each of wanted) {
        const index = lower.indexOf(each);
        if (index >= 0) return index + each.length;
      }
      return -1;
    },
  };
}

interface Match {
  /** The matching text between or below elements. */
  text?: string;
  end: number;
  /** Where among the children the text is. */
  at?: number;
  /** Whether it was the name that matched. */
  isName?: boolean;
}

function matchIn(node: SnapshotNode, search: Search): Match | undefined {
  const test = (value: string | undefined) => (value ? search(value.slice(0, MAX_TESTED)) : -1);
  const own = test(node.text);
  if (node.text && own >= 0) return { text: node.text, end: own };
  for (const [at, child] of node.children.entries()) {
    const end = isText(child) ? test(child.text) : -1;
    if (isText(child) && end >= 0) return { text: child.text, end, at };
  }
  if (test(node.name) >= 0) return { end: 0, isName: true };
  const fields = [node.value, node.url, node.frameUrl, node.placeholder, node.description];
  const found = fields.some((field) => test(field) >= 0);
  if (found || shownStates(node.role, node.states).some(([state, value]) => test(flag(state, value)) >= 0))
    return { end: 0 };
  return undefined;
}

/** What the entries before have said. */
interface Told extends ToldItems {
  place: string;
  /** The entry before, without its ref and place. */
  said: string;
}

/** None if it says what the one before said, in the same place. */
function entry(
  node: SnapshotNode,
  { text, end, at, isName = false }: Match,
  path: readonly SnapshotNode[],
  origin: string | undefined,
  told: Told,
): string[] {
  const { head, details } = nodeLine(isName ? withoutEcho(node) : node, origin);
  if (node.value) details.push(detail('value', clip(node.value, MAX_EXCERPT)));
  if (text !== undefined) details.push(textLine(excerpt(text, end)));
  const place = placeOf(path);
  const { details: more, beside: controls } = surroundingsOf(node, path, told);
  const around = at === undefined ? [] : linksAround(node, at);
  const beside = [...controls, ...around.filter((line) => !controls.includes(line))];
  const said = JSON.stringify([head.replace(`[ref=${node.ref}]`, ''), details, more, beside]);
  if (place === told.place && said === told.said) return [];
  if (place !== told.place) details.push(detail('in', place || 'the page'));
  Object.assign(told, { place, said });
  details.push(...more);
  if (details.length + beside.length === 0) return [`- ${head}`];
  if (details.length === 1 && text !== undefined && beside.length === 0)
    return [`- ${head}: ${yamlScalar(excerpt(text, end))}`];
  return [
    `- ${head}:`,
    ...details.map((line) => `  - ${line}`),
    ...(beside.length === 0 ? [] : ['  - /beside:', ...beside.map((line) => `    - ${line}`)]),
  ];
}

/** The sentence goes on in them. */
function linksAround({ children }: SnapshotNode, at: number): string[] {
  return [children[at - 1], children[at + 1]].flatMap((child) =>
    child && !isText(child) && isInteractiveRole(child.role) ? [nameLine(child)] : [],
  );
}

/** A description that only says more of the name. */
function withoutEcho(node: SnapshotNode): SnapshotNode {
  const { description = '', ...rest } = node;
  return node.name !== '' && description.startsWith(node.name) ? rest : node;
}

function excerpt(text: string, end: number): string {
  if (text.length <= MAX_EXCERPT) return text;
  const from = Math.max(0, Math.min(end - MAX_EXCERPT / 2, text.length - MAX_EXCERPT));
  return clip(from === 0 ? text : `…${text.slice(from + 1)}`, MAX_EXCERPT);
}

/** `main > form "Checkout"`: meaningless wrappers are left out. */
function placeOf(path: readonly SnapshotNode[]): string {
  const telling = path.filter(({ role, name }) => role !== 'generic' || name !== '');
  const near = telling.slice(-MAX_PATH).map(({ role, name }) => roleAndName(role, name, MAX_PATH_NAME));
  return [...(telling.length > MAX_PATH ? ['…'] : []), ...near].join(' > ');
}
