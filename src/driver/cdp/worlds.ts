/** Running functions in the isolated world and in the page's own world of a frame. */
export {};
