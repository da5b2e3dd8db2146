/** Enough to tell names apart; the whole text of a page in a name would be kept for ever otherwise. */
const NAME_LENGTH = 500;

/** A name as it is kept and compared. */
export const nameKey = (name: string): string =>
  name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH)}… (${name.length} characters)`;
