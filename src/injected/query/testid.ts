/** By test id; the caller chooses the attributes. */
import { byAttribute } from './attribute.js';
import type { Engine } from './engine.js';

export const testid: Engine<'testid'> = (step, scopes, aria) =>
  step.attributes.length === 0 ? [] : byAttribute(step.attributes, step.text, scopes, aria);
