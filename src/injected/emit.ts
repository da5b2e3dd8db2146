/** Numbers the pruned tree in document order, the root first, and writes it as rows. */
import type { Cut } from '../tree/node.js';
import {
  type CaptureRequest,
  WIRE_FLAGS,
  type WireElement,
  type WireMore,
  type WireRow,
} from '../tree/wire.js';
import type { Aria } from './aria/aria.js';
import { clip } from './clip.js';
import { frameUrlOf, isCrossOrigin, isFrameElement, placeholderOf, urlOf } from './details.js';
import { boxOf } from './dom/geometry.js';
import { getAttribute } from './dom/intrinsics.js';
import type { Paths } from './dom/path.js';
import type { Identities } from './identity.js';
import { nameKey, type Registry } from './registry.js';
import { isTextRun, type ViewChild, type ViewNode } from './view.js';

export interface EmitContext {
  request: CaptureRequest;
  aria: Aria;
  registry: Registry;
  identities: Identities;
  paths: Paths;
  /** The rows are all there is in the frame: only then is a role and name known to be unique. */
  whole: boolean;
}

export interface Emitted {
  rows: WireRow[];
  frames: number[];
  truncated: boolean;
}

interface Level {
  node: ViewNode;
  number: number;
  row: WireElement;
  next: number;
}

export function emit(root: ViewNode, context: EmitContext): Emitted {
  const { request } = context;
  const rows: WireRow[] = [];
  const frames: number[] = [];
  const unique = context.whole ? uniqueNames(root) : new Set<string>();
  const stack: Level[] = [];
  let elements = 0;
  let truncated = false;

  const markCut = (row: WireElement, cut: Cut): void => {
    truncated = true;
    const more = row[6] ?? {};
    // What is missing below matters more than the end of a text; of two cuts below, the later one counts both.
    if (!more.cut || cut.reason !== 'text') more.cut = cut;
    row[6] = more;
  };

  const open = (node: ViewNode, parent: number | undefined): void => {
    const depth = stack.length;
    const identity =
      node.interactive || node.focusable
        ? context.identities.of(node.element, unique.has(nameOfKind(node)))
        : undefined;
    const number = context.registry.show(
      node.element,
      { role: node.role, name: nameKey(node.fullName), identity },
      parent,
    );
    const row: WireElement = [
      depth,
      number,
      context.aria.tagOf(node.element),
      node.role,
      node.name,
      flagsOf(node, context.aria),
    ];
    rows.push(row);
    elements++;
    const { more, clipped } = moreOf(node, context);
    const [only] = node.children;
    const textOnly = node.children.length === 1 && only && isTextRun(only) ? only.text : undefined;
    // What is written in an editable element is its value already; a clipped text may be its clipped name.
    const text = textOnly === undefined ? undefined : clip(textOnly, request.maxTextLength);
    if (text !== undefined && text !== more.value && text !== node.name) more.text = text;
    for (const _ in more) {
      row[6] = more;
      break;
    }
    if (isFrameElement(node.element)) frames.push(number);
    if (clipped || (textOnly?.length ?? 0) > request.maxTextLength) markCut(row, { reason: 'text' });
    if (node.cut) markCut(row, node.cut);

    if (textOnly !== undefined) return;
    const below = depth + 1 > request.maxDepth ? countElements(node.children) : 0;
    if (below > 0) markCut(row, { reason: 'depth', count: below });
    else if (node.children.length > 0) stack.push({ node, number, row, next: 0 });
  };

  open(root, undefined);
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const child = level.node.children[level.next];
    if (child === undefined) {
      stack.pop();
    } else if (isTextRun(child)) {
      level.next++;
      rows.push([stack.length, clip(child.text, request.maxTextLength)]);
      if (child.text.length > request.maxTextLength) markCut(level.row, { reason: 'text' });
    } else if (elements >= request.maxNodes) {
      markCut(level.row, {
        reason: 'nodes',
        count: countElements(level.node.children, level.next) + (level.node.cut?.count ?? 0),
      });
      stack.pop();
    } else {
      level.next++;
      open(child, level.number);
    }
  }
  return { rows, frames, truncated };
}

function flagsOf(node: ViewNode, aria: Aria): number {
  return (
    (node.focusable ? WIRE_FLAGS.focusable : 0) |
    (node.interactive ? WIRE_FLAGS.interactive : 0) |
    (aria.isVisible(node.element) ? WIRE_FLAGS.visible : 0) |
    (aria.hiddenOf(node.element) === null ? WIRE_FLAGS.accessible : 0) |
    (isFrameElement(node.element) ? WIRE_FLAGS.frame : 0)
  );
}

function moreOf(node: ViewNode, { request, aria, paths }: EmitContext): { more: WireMore; clipped: boolean } {
  const { element } = node;
  const more: WireMore = {};
  let clipped = node.name !== node.fullName;
  const short = (text: string): string => {
    if (text.length > request.maxTextLength) clipped = true;
    return clip(text, request.maxTextLength);
  };

  const description = aria.descriptionOf(element);
  if (description !== '') more.description = short(description);
  const value = aria.valueOf(element);
  if (value !== undefined) more.value = short(value);
  for (const _ in node.states) {
    more.states = node.states;
    break;
  }
  const url = urlOf(element);
  if (url !== undefined) more.url = url;
  const placeholder = placeholderOf(element);
  if (placeholder !== undefined) more.placeholder = short(placeholder);
  if (request.boxes) more.box = boxOf(aria.boxOf(element));
  if (request.selectors) Object.assign(more, paths.of(element, request.xpath));
  if (isFrameElement(element)) {
    more.frameUrl = frameUrlOf(element);
    more.frameName = getAttribute(element, 'name') ?? '';
    more.crossOrigin = isCrossOrigin(element);
  }
  return { more, clipped };
}

const nameOfKind = (node: ViewNode): string => `${node.role} ${nameKey(node.fullName)}`;

function uniqueNames(root: ViewNode): Set<string> {
  const once = new Set<string>();
  const seen = new Set<string>();
  visit(root.children, (node) => {
    const name = nameOfKind(node);
    if (seen.has(name)) once.delete(name);
    else {
      seen.add(name);
      once.add(name);
    }
  });
  return once;
}

function countElements(children: readonly ViewChild[], start = 0): number {
  let count = 0;
  visit(start === 0 ? children : children.slice(start), (node) => {
    count += 1 + (node.cut?.count ?? 0);
  });
  return count;
}

function visit(children: readonly ViewChild[], see: (node: ViewNode) => void): void {
  const pending = [children];
  for (let list = pending.pop(); list; list = pending.pop()) {
    for (const child of list) {
      if (isTextRun(child)) continue;
      see(child);
      if (child.children.length > 0) pending.push(child.children);
    }
  }
}
