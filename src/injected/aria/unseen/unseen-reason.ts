/** Why a person can't see something. */
export type Unseen =
  /** `opacity: 0`, or transparent letters. */
  | 'transparent'
  | 'zero-size'
  /** Cut down to nothing, as text for screen readers is. */
  | 'clipped'
  /** Letters of less than two pixels. */
  | 'tiny-font'
  /** Letters in the color of what is behind them. */
  | 'same-color'
  /** Another box lies on it, or a canvas is shown in its place. */
  | 'covered'
  /** Where no scrolling by a person leads. */
  | 'offscreen';
