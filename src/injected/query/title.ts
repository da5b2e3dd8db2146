/** By the `title` attribute. */
import { byAttribute } from './attribute.js';
import type { Engine } from './engine.js';

export const title: Engine<'title'> = (step, scopes, aria) => byAttribute(['title'], step.text, scopes, aria);
