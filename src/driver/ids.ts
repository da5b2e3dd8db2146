/** The browser's own ids. */

/** The browser's own id of a frame: unique, and kept while the frame lives, even across process swaps. */
export type FrameId = string;
/** Identifies one committed document of a frame: changes with every navigation except same-document ones. */
export type DocumentId = string;

export type ContextId = string;
