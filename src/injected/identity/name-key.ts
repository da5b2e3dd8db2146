import { shortened } from './digest.js';

/** Enough to tell names apart, without keeping the whole text of a page that is in a name. */
const NAME_LENGTH = 500;

/** A name as it is kept and compared. */
export const nameKey = (name: string): string => shortened(name, NAME_LENGTH);
