/**
 * Listeners on the window, registered before any of the page's, so that a guard can stop an event before the page
 * sees it. The driver adds them to the isolated world of every new document. Missing in documents that loaded before
 * Sightline attached.
 */
export interface EarlyListeners {
  /** Presses, releases and clicks. */
  listener: ((event: Event) => void) | undefined;
  /** Keys and text. */
  keys?: ((event: Event) => void) | undefined;
  /** Asked before text is entered without an event. */
  isAstray?: (() => boolean) | undefined;
  /** Theirs: a world may outlive its document. */
  readonly document: Document;
}

const world = globalThis as { sightlineEarlyListeners?: EarlyListeners };

export const earlyListeners = (): EarlyListeners | undefined => world.sightlineEarlyListeners;

const POINTER_EVENTS =
  'pointerdown mousedown pointerup mouseup click auxclick dblclick contextmenu dragstart'.split(' ');
const KEY_EVENTS = 'keydown keypress keyup beforeinput'.split(' ');

/** Does nothing in a document that has them: a connection that was lost and opened again asks a second time. */
export function addEarlyListeners(): void {
  if (earlyListeners()?.document === document) return;
  const early: EarlyListeners = { listener: undefined, document };
  Object.defineProperty(globalThis, 'sightlineEarlyListeners', { value: early, configurable: true });
  const listen = EventTarget.prototype.addEventListener;
  for (const type of POINTER_EVENTS) listen.call(window, type, (event) => early.listener?.(event), true);
  for (const type of KEY_EVENTS) listen.call(window, type, (event) => early.keys?.(event), true);
}
