/**
 * The tree that a walk builds in the page, before it is numbered and sent: elements with what an agent is told
 * about them, and the text between them.
 */
import type { Cut, States } from '../../tree/node.js';
import type { Unseen } from '../aria/aria.js';
import type { DomRecord } from './dom-text/record.js';

export interface ExposedNode {
  readonly element: Element;
  readonly role: string;
  /** As shown: clipped if over the limit, empty if the content repeats it. */
  name: string;
  /** The whole name. */
  readonly fullName: string;
  /** Announced after the name. */
  readonly description: string;
  /** A table part whose name is computed from its content. */
  readonly echoes: boolean;
  states: Readonly<States>;
  readonly focusable: boolean;
  readonly interactive: boolean;
  /**
   * A label or custom element that only its pointer cursor makes clickable: a click is meant for what is inside.
   */
  readonly wrapsControl: boolean;
  /** A `<table>` without any sign that it holds data. */
  readonly mayLayOut: boolean;
  /** Laid out inline, so its text continues the line of its parent. */
  readonly inline: boolean;
  /** A cell with nothing in it and lines around it, as on a board. */
  outlined: boolean;
  /** An `<svg>`. */
  readonly drawing: boolean;
  /**
   * Has nothing of its own: no relevant role, name, state or interaction. It may be removed if its content stays.
   */
  plain: boolean;
  /** Why a person can't see the text directly in it; undefined if they can, or there is none. */
  unseen: Unseen | undefined;
  /** Text that its name repeats was in it, and was dropped. */
  showsName: boolean;
  /** No attribute adds anything either, so nothing needs to be checked. */
  readonly bare: boolean;
  /** The same element in the DOM text, which gets its number. */
  record: DomRecord | undefined;
  children: ExposedChild[];
  cut?: Cut;
}

/** Rendered text, in one run until an element interrupts it. */
export interface ExposedText {
  readonly element: null;
  readonly text: string;
  /** `white-space: pre` and similar: spaces and line breaks are significant. */
  readonly preserved: boolean;
}

export type ExposedChild = ExposedNode | ExposedText;

/** Shared by all nodes without children. Do not modify: see `append`. */
export const NO_CHILDREN: ExposedChild[] = [];

/**
 * An array created for one child takes a quarter of the memory of one that grows, and most nodes have at most
 * one.
 */
export function append(children: ExposedChild[], child: ExposedChild): ExposedChild[] {
  if (children.length === 0) return [child];
  children.push(child);
  return children;
}

export const isTextRun = (child: ExposedChild): child is ExposedText => child.element === null;

export function hasStates({ states }: Pick<ExposedNode, 'states'>): boolean {
  for (const _ in states) return true;
  return false;
}

/** It has no name and no state, and nothing in it was cut. */
export const saysNoMore = (node: ExposedNode): boolean => node.name === '' && !node.cut && !hasStates(node);
