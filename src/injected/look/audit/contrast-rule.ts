import type { Problem } from '../../../wire/audit-api.js';
import type { Aria } from '../../aria/aria.js';

/** WCAG 2.2, 1.4.3: of text, and of large text (24 px, or 18.66 px and bold). */
const ENOUGH = 4.5;
const ENOUGH_IF_LARGE = 3;
const LARGE = 24;
const LARGE_IF_BOLD = 18.66;
const BOLD = 700;

/** Each costs a look at its surroundings. */
const MOST_FAINT = 500;

export class ContrastRule {
  readonly #aria: Aria;
  #faint = 0;
  /** Texts in front of a picture, a gradient or something translucent. */
  unknown = 0;

  constructor(aria: Aria) {
    this.#aria = aria;
  }

  *check(element: Element): Generator<Pick<Problem, 'rule' | 'detail'>> {
    const aria = this.#aria;
    const text = this.#textIn(element);
    // Nobody has to read what is disabled.
    if (text === '' || aria.isDisabled(element) || !aria.isVisible(element)) return;
    if (aria.unseenText(element, text.length, false) !== undefined) return;
    const { fontSize, fontWeight } = aria.styleOf(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= LARGE || (size >= LARGE_IF_BOLD && Number(fontWeight) >= BOLD);
    const enough = isLarge ? ENOUGH_IF_LARGE : ENOUGH;
    const ratio = this.#faint < MOST_FAINT ? aria.contrastOf(element, enough) : undefined;
    if (ratio !== undefined && ratio >= enough) return;
    this.#faint++;
    if (ratio === undefined) this.unknown++;
    else yield { rule: 'contrast', detail: `${Math.floor(ratio * 100) / 100}:1, needs ${enough}:1` };
  }

  /** Its own text. */
  #textIn(element: Element): string {
    return this.#aria
      .composedChildren(element)
      .flatMap((child) => (child.element === null ? [child.value.trim()] : []))
      .join(' ')
      .trim();
  }
}
