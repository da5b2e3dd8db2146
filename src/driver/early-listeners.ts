/**
 * Runs in the isolated world (CDP) or sandbox (BiDi) of every document before any script of the page, and listens
 * on the window to the events of clicks and keys. The first listener can stop an event before the page sees it:
 * the bundle does so when a press or a key would go to the wrong element. This is in-page code, kept as a string:
 * a few lines that both protocols take as they are.
 */
export const EARLY_LISTENERS = `
  const gate = { listener: undefined };
  Object.defineProperty(globalThis, 'sightlineGate', { value: gate, configurable: true });
  const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu', 'dragstart'];
  for (const type of types) EventTarget.prototype.addEventListener.call(window, type, (event) => gate.listener?.(event), true);
  for (const type of ['keydown', 'keypress', 'keyup', 'beforeinput']) EventTarget.prototype.addEventListener.call(window, type, (event) => gate.keys?.(event), true);
`;
