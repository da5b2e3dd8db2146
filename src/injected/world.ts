/** What in-page code keeps between calls, as long as the document lives. */

import type { KnownText } from '../tree/diff/text-change.js';
import type { KnownRows } from '../wire/row-change.js';
import type { WireRow } from '../wire/rows.js';
import { type Aria, createAria } from './aria/aria.js';
import { documentElement, documentReadyState, getClientRects } from './dom/intrinsics.js';
import { ClosedShadow } from './identity/closed-shadow.js';
import { Registry } from './identity/registry.js';
import type { Standstill } from './look/standstill.js';

export interface World {
  readonly registry: Registry;
  readonly closedShadow: ClosedShadow;
  readonly standstill: Standstill;
  /** Captures a part of the page as rows. */
  readonly show: (top: Element) => WireRow[];
  /** The DOM text last sent. */
  dom: KnownText | undefined;
  /** The rows last sent. */
  rows: KnownRows | undefined;
  /** The document and the shadow roots that the last capture read. */
  roots: WeakRef<Node>[];
  /** What is left of a call when its answer is sent: nothing of the page runs before it is done. */
  rest: (() => void) | undefined;
}

export const createWorld = (show: World['show'], standstill: Standstill): World => ({
  show,
  standstill,
  registry: new Registry(),
  closedShadow: new ClosedShadow(),
  dom: undefined,
  rows: undefined,
  roots: [],
  rest: undefined,
});

/** The engine for one call: its answers are cached, so each call creates its own. */
export function ariaFor(world: World): Aria {
  startLayout();
  return createAria(document, { closedRootOf: world.closedShadow.rootOf });
}

/**
 * While a style sheet is missing, Firefox renders nothing and reports every element as not rendered, until layout
 * is forced.
 */
function startLayout(): void {
  const root = documentElement(document);
  if (root && documentReadyState(document) !== 'complete') getClientRects(root);
}
