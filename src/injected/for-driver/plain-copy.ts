/**
 * What a caller's script returned, as data that both protocols copy alike. It runs in the page's own world, where the
 * script ran: a page that changes what it uses changes its own result only.
 */
import type { PlainCopy, SpecialValue } from '../../wire/plain-copy.js';

/** Levels of objects within objects. */
const DEEPEST = 200;

export function plainCopy(value: unknown): PlainCopy {
  const specials: SpecialValue[] = [];
  try {
    return { value: copyOf(value, ['value'], specials, []), specials };
  } catch (error) {
    if (error === TOO_DEEP) return { specials, isTooDeep: true };
    throw error;
  }
}

const TOO_DEEP = new Error('too deep');

type Path = (string | number)[];

function copyOf(value: unknown, path: Path, specials: SpecialValue[], around: readonly object[]): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0)) return value;
  if (typeof value !== 'object') {
    specials.push({ path, ...primitive(value) });
    return null;
  }
  if (around.includes(value) || around.length > DEEPEST) throw TOO_DEEP;
  const inside = [...around, value];
  const copyAll = (items: readonly unknown[]): unknown[] =>
    items.map((item, at) => copyOf(item, [...path, at], specials, inside));
  const described = description(value);
  if (described !== undefined) return described;
  const items = listOf(value);
  if (items) return copyAll(items);
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind === 'Map' || kind === 'Set') {
    const copy = copyAll(Array.from(value as Iterable<unknown>));
    specials.push({ path, type: kind === 'Map' ? 'map' : 'set' });
    return copy;
  }
  if (kind === 'Date' || kind === 'RegExp') {
    specials.push({ path, type: kind === 'Date' ? 'date' : 'regexp' });
    return kind === 'Date' ? (value as Date).getTime() : [(value as RegExp).source, (value as RegExp).flags];
  }
  // Rectangles, URLs and their like have no properties of their own, but say what they are.
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return copyOf(toJSON.call(value), path, specials, inside);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, copyOf(each, [...path, key], specials, inside)]),
  );
}

function primitive(value: unknown): Pick<SpecialValue, 'type' | 'text'> {
  if (typeof value === 'number') return { type: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
  // Functions and symbols are nothing outside of the page, as in JSON.
  return typeof value === 'bigint' ? { type: 'bigint', text: String(value) } : { type: 'undefined' };
}

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && 'length' in value) return Array.from(value as Uint8Array);
  const kind = Object.prototype.toString.call(value);
  return kind === '[object NodeList]' || kind === '[object HTMLCollection]'
    ? Array.from(value as ArrayLike<unknown>)
    : undefined;
}

/** Of things that have no data of their own: a node, a window, an error. */
function description(value: object): string | undefined {
  const node = value as Partial<Element>;
  if (typeof node.nodeType === 'number' && typeof node.nodeName === 'string') return nodeText(node as Node);
  if ((value as Partial<Window>).window === value) return '[window]';
  return Object.prototype.toString.call(value) === '[object Error]' ? String(value) : undefined;
}

function nodeText(node: Node): string {
  if (node.nodeType !== 1) return node.nodeValue ?? `[${node.nodeName.replace('#', '')}]`;
  const id = (node as Element).getAttribute('id');
  return `<${node.nodeName.toLowerCase()}${id ? ` id="${id}"` : ''}>`;
}
