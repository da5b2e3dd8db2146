/** Enough to tell names apart, without keeping the whole text of a page that is in a name. */
const NAME_LENGTH = 500;

/** A name as it is kept and compared. */
export const nameKey = (name: string): string =>
  name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH)}… (${name.length} characters)`;
