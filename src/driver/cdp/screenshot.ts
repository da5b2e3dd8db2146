/** Pictures of a page. */
export {};
