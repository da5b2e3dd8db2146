/** The pointer of a page, for actions by coordinates. */
import type { MouseButton } from '../driver/driver.js';
import type { Frame } from '../page/frame.js';
import type { Place } from '../wire/api.js';

/** Where coordinate actions left the pointer. */
export interface Pointer {
  /** In the page's viewport. */
  x: number;
  y: number;
  held: MouseButton | undefined;
  /** The document where a button was pressed: it gets all events until the release, wherever they are. */
  grabbed: Spot | undefined;
}

/** A point of the page's viewport, in the viewport of the frame that takes its input. */
export interface Spot {
  /** The frame under the point. */
  frame: Frame;
  /** The frame that input is sent to: see `aimAt`. */
  input: Frame;
  /** In the viewport of `input`. */
  local: Place;
  /** The same point in the page's viewport. */
  at: Place;
}
