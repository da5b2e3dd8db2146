/**
 * Listeners registered before any of the page's: see `driver/early-listeners.ts`. Missing in documents that
 * loaded before Sightline attached.
 */
export interface Gate {
  /** Presses, releases and clicks. */
  listener: ((event: Event) => void) | undefined;
  /** Keys and text. */
  keys?: ((event: Event) => void) | undefined;
  /** Asked before text is entered without an event. */
  isAstray?: (() => boolean) | undefined;
}

export const gate = (): Gate | undefined => (globalThis as { sightlineGate?: Gate }).sightlineGate; // defined by the driver
