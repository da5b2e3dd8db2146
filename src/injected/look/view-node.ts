/**
 * The tree that a walk builds in page, before it is numbered and sent: elements with what an agent is
 * told about them, and the text between them.
 */
import type { Cut, States } from '../../tree/node.js';
import type { DomRecord } from './dom-text/record.js';

export interface ViewNode {
  readonly element: Element;
  readonly role: string;
  /** As it is shown: a name over the limit is clipped, one that its content repeats is left out. */
  name: string;
  /** The whole name. */
  readonly fullName: string;
  /** Said after the name. */
  readonly description: string;
  /** A part of a table whose name is its content read together. */
  readonly echoes: boolean;
  readonly states: Readonly<States>;
  readonly focusable: boolean;
  readonly interactive: boolean;
  /** A label or a custom element that only its pointer makes clickable: a click on it is meant for what is inside. */
  readonly standsIn: boolean;
  /** A `<table>` that nobody says is one of data. */
  readonly mayLayOut: boolean;
  /** Laid out in the line of its parent's text, so its own text belongs to that line. */
  readonly inline: boolean;
  /** An `<svg>`. */
  readonly drawing: boolean;
  /** Says nothing of its own: no role that matters, name, state, use. It may go as long as its content stays. */
  readonly plain: boolean;
  /** No attribute says anything about it either: there is no need to ask. */
  readonly bare: boolean;
  /** The same element in the DOM text, which is told its number. */
  record: DomRecord | undefined;
  children: ViewChild[];
  cut?: Cut;
}

/** Text as it is rendered, in one run until an element interrupts it. */
export interface ViewText {
  readonly element: null;
  readonly text: string;
  /** `white-space: pre` and its like: spaces and line breaks mean something. */
  readonly preserved: boolean;
}

export type ViewChild = ViewNode | ViewText;

/** Of all nodes that have none. Not to be changed: see `append`. */
export const NO_CHILDREN: ViewChild[] = [];

/** An array that is made for one child takes a quarter of the room of one that grows, and most nodes have one or none. */
export function append(children: ViewChild[], child: ViewChild): ViewChild[] {
  if (children.length === 0) return [child];
  children.push(child);
  return children;
}

export const isTextRun = (child: ViewChild): child is ViewText => child.element === null;

export function hasStates({ states }: Pick<ViewNode, 'states'>): boolean {
  for (const _ in states) return true;
  return false;
}

/** It has no name and no state, and nothing in it was cut. */
export const saysNoMore = (node: ViewNode): boolean => node.name === '' && !node.cut && !hasStates(node);
