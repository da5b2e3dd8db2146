/** By the `placeholder` attribute. */
import { byAttribute } from './attribute.js';
import type { Engine } from './engine.js';

export const placeholder: Engine<'placeholder'> = (step, scopes, aria) =>
  byAttribute(['placeholder', 'aria-placeholder'], step.text, scopes, aria);
