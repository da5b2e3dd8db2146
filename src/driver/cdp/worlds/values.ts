/** Values that cross between Node and the page: arguments, results, descriptions of nodes, errors. */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../../errors.js';
import type { FrameId, RemoteId } from '../../driver.js';

export interface SerializedValue {
  type: string;
  value?: unknown;
  /** Set on values that occur more than once; only the first occurrence has the value itself. */
  weakLocalObjectReference?: number;
}

interface SerializedNode {
  backendNodeId: number;
  localName?: string;
  mode?: 'open' | 'closed';
  shadowRoot?: SerializedValue | null;
}

export function withRepeats(values: SerializedValue[]): SerializedValue[] {
  const first = new Map<number, SerializedValue>();
  return values.map((value) => {
    const { weakLocalObjectReference: reference } = value;
    if (reference === undefined) return value;
    const known = first.get(reference);
    if (!known) first.set(reference, value);
    return known ?? value;
  });
}

/**
 * DOM, `attachShadow()` step 2: the built-in elements that a page may give a shadow root, besides custom ones.
 */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);

/** The serialization also calls the browser's own roots (of inputs, videos, details) closed. */
function canHost(node: SerializedNode | undefined): boolean {
  const name = node?.localName ?? '';
  return HOSTS.has(name) || name.includes('-');
}

/** The backend node id of the closed shadow root that a page gave to an element. */
export function closedRootOf(value: SerializedValue): number | undefined {
  const host = nodeOf(value);
  const root = nodeOf(host?.shadowRoot);
  return root?.mode === 'closed' && canHost(host) ? root.backendNodeId : undefined;
}

function nodeOf(value: SerializedValue | null | undefined): SerializedNode | undefined {
  return value?.type === 'node' ? (value.value as SerializedNode) : undefined;
}

export function remoteIdOf(value: SerializedValue): RemoteId {
  const node = nodeOf(value);
  if (node) return { kind: 'node', backendNodeId: node.backendNodeId };
  if (value.type === 'window') return { kind: 'frame', frame: (value.value as { context: FrameId }).context };
  return { kind: 'none' };
}

export function thrown(details: Protocol.Runtime.ExceptionDetails): SightlineError {
  const { exception, text } = details;
  const message =
    exception?.description ?? (exception && 'value' in exception ? String(exception.value) : text);
  return new SightlineError('script-error', firstLine(message), { details: { stack: message } });
}

/** An error's description is its message followed by its stack; the message may have several lines. */
function firstLine(description: string): string {
  const stack = description.search(/\n\s+at /);
  return stack === -1 ? description : description.slice(0, stack);
}

export function argumentOf(value: unknown): Protocol.Runtime.CallArgument {
  if (typeof value === 'bigint') return { unserializableValue: `${value}n` };
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return { unserializableValue: Object.is(value, -0) ? '-0' : String(value) };
  return { value };
}

export function valueIn(result: Protocol.Runtime.RemoteObject): unknown {
  const { unserializableValue: special, value } = result;
  if (special === undefined) return value;
  return special.endsWith('n') ? BigInt(special.slice(0, -1)) : Number(special);
}
