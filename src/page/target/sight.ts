/**
 * What a caller has seen of a page: an action needs the element to be as the caller saw it. Moments are counted in each
 * document; numbers of elements are never given twice, so a moment of an earlier document is never asked for.
 */
import type { RefStyle } from '../../tree/ref.js';
import type { FocusCheck } from '../../wire/api.js';

/** What identifies a frame. */
export interface SeenFrame {
  readonly index: number;
  refOf(element: number, style?: RefStyle): string;
}

/** What somebody knows of the focus in a document. */
export type KnownFocus = Omit<FocusCheck, 'turns' | 'stroke'>;

export interface Sight {
  /** When an element was last shown to them; undefined where it never was: then what was shown last to anybody counts. */
  momentOf(frame: SeenFrame, element: number): number | undefined;
  /** These elements were shown as they were at a moment. */
  see(frame: SeenFrame, elements: readonly number[], moment: number): void;
  /** The end of their own last action on an element. */
  ownMoment(frame: SeenFrame, element: number): number | undefined;
  acted(frame: SeenFrame, element: number, moment: number): void;
  /** What they know of the focus in a frame; undefined where they were never shown the page. */
  focusIn(frame: SeenFrame): KnownFocus | undefined;
  /** Their own action has ended, or they were told, and the focus is known by this key now. */
  seeFocus(frame: SeenFrame, key: number): void;
}

/** Own actions, by frame and element. */
export class OwnActions {
  readonly #moments = new Map<string, number>();

  at(frame: SeenFrame, element: number): number | undefined {
    return this.#moments.get(`${frame.index} ${element}`);
  }

  add(frame: SeenFrame, element: number, moment: number): void {
    this.#moments.set(`${frame.index} ${element}`, moment);
  }
}

/** Of a program that takes snapshots: it has seen all that is in them. */
export function programSight(): Sight {
  const own = new OwnActions();
  return {
    momentOf: () => undefined,
    see: () => undefined,
    ownMoment: (frame, element) => own.at(frame, element),
    acted: (frame, element, moment) => own.add(frame, element, moment),
    focusIn: () => undefined,
    seeFocus: () => undefined,
  };
}
