/** What in-page code keeps between calls, for as long as the document lives. */
import { type Aria, createAria } from './aria/aria.js';
import { ClosedShadow } from './closed-shadow.js';
import { Registry } from './registry.js';

export interface World {
  readonly registry: Registry;
  readonly closedShadow: ClosedShadow;
}

export const createWorld = (): World => ({ registry: new Registry(), closedShadow: new ClosedShadow() });

/** Answers of one call: they are cached, so each call takes its own. */
export const ariaFor = (world: World): Aria =>
  createAria(document, { closedRootOf: world.closedShadow.rootOf });
