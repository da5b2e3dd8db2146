/** Values across the connection: BiDi's local values on the way in and remote values on the way out. */
import type { Script } from 'webdriver-bidi-protocol';
import { SightlineError } from '../../../errors.js';
import type { FrameId, RemoteHandle, RemoteId } from '../../driver.js';
import { notPlain } from '../../script-result.js';

/** Deeper than any data meant to be read; deeper values are refused rather than cut. */
export const MAX_DEPTH = 200;

export function toLocal(value: unknown, path: readonly object[] = []): Script.LocalValue {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'boolean':
      return { type: 'boolean', value };
    case 'bigint':
      return { type: 'bigint', value: String(value) };
    case 'number':
      return { type: 'number', value: specialNumber(value) ?? value };
    case 'object':
      return value === null ? { type: 'null' } : objectToLocal(value, path);
    default:
      return { type: 'undefined' };
  }
}

function objectToLocal(value: object, path: readonly object[]): Script.LocalValue {
  if (path.includes(value))
    throw new SightlineError('bad-argument', 'An argument contains itself and cannot be passed to the page');
  const inside = [...path, value];
  const each = (values: Iterable<unknown>) => Array.from(values, (item) => toLocal(item, inside));
  if (Array.isArray(value)) return { type: 'array', value: each(value) };
  if (value instanceof Set) return { type: 'set', value: each(value) };
  if (value instanceof Date) return { type: 'date', value: value.toISOString() };
  if (value instanceof RegExp)
    return { type: 'regexp', value: { pattern: value.source, flags: value.flags } };
  if (value instanceof Map)
    return {
      type: 'map',
      value: Array.from(value, ([key, item]) => [toLocal(key, inside), toLocal(item, inside)]),
    };
  return { type: 'object', value: Object.entries(value).map(([key, item]) => [key, toLocal(item, inside)]) };
}

function specialNumber(value: number): Script.SpecialNumber | undefined {
  if (Number.isNaN(value)) return 'NaN';
  if (Object.is(value, -0)) return '-0';
  if (value === Number.POSITIVE_INFINITY) return 'Infinity';
  return value === Number.NEGATIVE_INFINITY ? '-Infinity' : undefined;
}

/**
 * A plain copy of what a script returned. Functions and symbols are left out; what has no value outside the page
 * (nodes, windows, promises, errors) becomes an empty object, as in JSON.
 */
export function fromRemote(value: Script.RemoteValue): unknown {
  return new Reader().read(value);
}

class Reader {
  /** The protocol writes an object out once and refers to it by this id afterwards. */
  readonly #known = new Map<Script.InternalId, { copy?: unknown }>();

  read(value: Script.RemoteValue): unknown {
    switch (value.type) {
      case 'undefined':
      case 'function':
      case 'symbol':
        return undefined;
      case 'null':
        return null;
      case 'string':
      case 'boolean':
        return value.value;
      case 'number':
        return Number(value.value);
      case 'bigint':
        return BigInt(value.value);
      case 'date':
        return new Date(value.value);
      case 'regexp':
        return new RegExp(value.value.pattern, value.value.flags);
      case 'array':
      case 'nodelist':
      case 'htmlcollection':
        return this.#container(value, (items) => items.map((item) => this.read(item)));
      case 'set':
        return this.#container(value, (items) => new Set(items.map((item) => this.read(item))));
      case 'map':
        return this.#container(value, (entries) => new Map(this.#entries(entries)));
      case 'object':
        return this.#container(value, (entries) => Object.fromEntries(this.#entries(entries)));
      default:
        return {};
    }
  }

  #entries(entries: Script.MappingRemoteValue): [PropertyKey, unknown][] {
    return entries.map(([key, item]) => [
      // Only a map has keys that are not strings; `Map` accepts any, whatever the type says.
      (typeof key === 'string' ? key : this.read(key)) as PropertyKey,
      this.read(item),
    ]);
  }

  #container<V>(
    value: { internalId?: Script.InternalId; value?: V },
    build: (inside: V) => unknown,
  ): unknown {
    const known = value.internalId === undefined ? undefined : this.#known.get(value.internalId);
    if (known) {
      if ('copy' in known) return known.copy;
      throw notPlain(`an object that contains itself or is deeper than ${MAX_DEPTH} levels`);
    }
    if (value.value === undefined)
      throw notPlain(`an object that contains itself or is deeper than ${MAX_DEPTH} levels`);
    const entry: { copy?: unknown } = {};
    if (value.internalId !== undefined) this.#known.set(value.internalId, entry);
    entry.copy = build(value.value);
    return entry.copy;
  }
}

export function resultOf(answer: Script.EvaluateResult): Script.RemoteValue {
  if (answer.type === 'success') return answer.result;
  const { text, stackTrace } = answer.exceptionDetails;
  const stack = stackTrace.callFrames.map(
    ({ functionName, url, lineNumber }) => `${functionName || '(anonymous)'} ${url}:${lineNumber + 1}`,
  );
  throw new SightlineError('script-error', text, { details: { stack: [text, ...stack].join('\n') } });
}

export function referenceTo({ id }: RemoteHandle): Script.SharedReference {
  return { sharedId: id };
}

/** Shared ids keep nothing alive, so there is nothing to release. */
export function handleOf(frame: FrameId, node: Script.NodeRemoteValue): RemoteHandle | null {
  return node.sharedId === undefined ? null : { frame, id: node.sharedId };
}

export function remoteIdOf(value: Script.RemoteValue): RemoteId {
  if (value.type === 'node' && value.sharedId !== undefined)
    return { kind: 'node', sharedId: value.sharedId };
  if (value.type === 'window') return { kind: 'frame', frame: value.value.context };
  return { kind: 'none' };
}
