/** By the `alt` attribute. */
import { byAttribute } from './attribute.js';
import type { Engine } from './engine.js';

export const alt: Engine<'alt'> = (step, scopes, aria) => byAttribute(['alt'], step.text, scopes, aria);
