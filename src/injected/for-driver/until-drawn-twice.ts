/** Frames out of sight are never drawn: they are given up after so many milliseconds. */
const PATIENCE = 500;

/** What the document showed at the call is on the screen when it resolves. */
export function untilDrawnTwice(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, PATIENCE);
  });
}
