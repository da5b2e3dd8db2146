/** Files that the browser saves. */
export {};
