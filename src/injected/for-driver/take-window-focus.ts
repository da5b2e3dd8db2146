/** Firefox reports the focus a moment after the request. `patience`: milliseconds for that. */
export function takeWindowFocus(patience: number): Promise<void> | undefined {
  if (document.hasFocus()) return undefined;
  return new Promise((resolve) => {
    addEventListener('focus', () => resolve(), { capture: true, once: true });
    setTimeout(resolve, patience);
    window.focus();
  });
}
