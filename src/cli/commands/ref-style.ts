import { SightlineError } from '../../errors.js';
import type { RefStyle } from '../../tree/ref.js';

/** The value of `--refs`. */
export function refStyle(text: string): RefStyle {
  if (text === 'short' || text === 'full') return text;
  throw new SightlineError('bad-argument', `--refs must be short or full, not "${text}"`);
}
