/** By test id: the attributes are the caller's to choose. */
import { byAttribute } from './attribute.js';
import type { Engine } from './engine.js';

export const testid: Engine<'testid'> = (step, scopes, aria) =>
  step.attributes.length === 0 ? [] : byAttribute(step.attributes, step.text, scopes, aria);
