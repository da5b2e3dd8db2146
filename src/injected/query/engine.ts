/** The interface of a selector engine: one file in this folder, and one line in `evaluate.ts`. */
import type { LocatorStep } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';

/** The kind of step that an engine takes; some kinds serve several engines. */
export type StepOf<E extends LocatorStep['engine']> = LocatorStep extends infer S
  ? S extends LocatorStep
    ? E extends S['engine']
      ? S
      : never
    : never
  : never;

/** The matching elements inside the scopes, each once, in document order. */
export type Engine<E extends LocatorStep['engine']> = (
  step: StepOf<E>,
  scopes: readonly Node[],
  aria: Aria,
) => Element[];

/** The caller's mistake, in the browser's words or ours. */
export class SelectorError extends Error {
  readonly selector: string;

  constructor(selector: string, message: string) {
    super(message);
    this.selector = selector;
  }
}
