/** The frame tree of a page: which frames live, in which session, with which document. */
export {};
