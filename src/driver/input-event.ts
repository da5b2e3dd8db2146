/** Trusted input, as a driver takes it. */

export type MouseButton = 'left' | 'middle' | 'right' | 'back' | 'forward';

export interface Modifiers {
  alt: boolean;
  control: boolean;
  meta: boolean;
  shift: boolean;
}

/** Coordinates are CSS pixels in the viewport of `inputFrame(frame)`. */
export type InputEvent =
  | {
      type: 'pointer-move';
      x: number;
      y: number /** Held during the move. */;
      button?: MouseButton;
      modifiers: Modifiers;
    }
  | {
      type: 'pointer-down' | 'pointer-up';
      x: number;
      y: number;
      button: MouseButton;
      /** 2 for the second press of a double click. */
      clickCount: number;
      modifiers: Modifiers;
    }
  | { type: 'wheel'; x: number; y: number; deltaX: number; deltaY: number; modifiers: Modifiers }
  | { type: 'key-down' | 'key-up'; key: KeyStroke; modifiers: Modifiers }
  /** Text without a key: arrives as one `input` event, as from an input method. */
  | { type: 'text'; text: string };

/** One key of the layout, as DOM events describe it. */
export interface KeyStroke {
  key: string;
  code: string;
  keyCode: number;
  location: 0 | 1 | 2 | 3;
  /** What the key types; empty if it types nothing. */
  text: string;
  /** Editing commands of a key on this platform (CDP `commands`: `selectAll`, `copy`, …). */
  commands?: string[];
  /** BiDi's value for the key: the character or a code point of the private-use area. */
  bidi: string;
}
