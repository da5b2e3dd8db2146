/** Inherited text properties: read where they are set, not on every element. */

import type { Style } from '../../dom/reads.js';
import type { Engine, Facts } from '../engine.js';
import { Styled } from './style-rules.js';

/** The most ancestors searched for where a property is set; beyond that it is simply read. */
const MAX_INHERITED = 20;

/** Pixels: letters that are smaller can't be seen. */
export const SMALLEST_FONT = 2;

type Property = 'transform' | 'spaces' | 'font' | 'indent' | 'ink';

interface Inherited<P extends Property> {
  property: P;
  /** What may set it. */
  styled: number;
  read(style: Style): NonNullable<Facts[P]>;
}

const TRANSFORM: Inherited<'transform'> = {
  property: 'transform',
  styled: Styled.textTransform,
  read: (style) => style.textTransform,
};
const SPACES: Inherited<'spaces'> = {
  property: 'spaces',
  styled: Styled.whiteSpace,
  read: (style) => style.whiteSpaceCollapse,
};
const FONT: Inherited<'font'> = {
  property: 'font',
  styled: Styled.fontSize,
  read: (style) => Number.parseFloat(style.fontSize) >= SMALLEST_FONT,
};
const INDENT: Inherited<'indent'> = {
  property: 'indent',
  styled: Styled.textIndent,
  read: (style) => (isSqueezed(style) ? -Infinity : indentOf(style)),
};

/** Of the size of the letters: closer together, they lie on each other. */
const CLOSEST = -0.3;

const isSqueezed = ({ letterSpacing, wordSpacing, fontSize }: Style): boolean =>
  Number.parseFloat(letterSpacing) < CLOSEST * Number.parseFloat(fontSize) ||
  Number.parseFloat(wordSpacing) < -FAR;

/** Pixels, or percent of a box: further away is out of sight. */
const FAR = 500;

/** All of the width, or more, is as far as can be. */
const indentOf = ({ textIndent }: Style): number => {
  const indent = Number.parseFloat(textIndent);
  return textIndent.endsWith('%') && indent <= -100 ? -2 * FAR : indent;
};

/** The color of the letters: that of the element unless something else is set. */
const INK: Inherited<'ink'> = {
  property: 'ink',
  styled: Styled.color,
  read: (style) => style.webkitTextFillColor,
};

export class InheritedStyles {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** `text-transform`. */
  transformOf(element: Element): string {
    return this.#engine.factsOf(element).transform ?? this.#find(element, TRANSFORM);
  }

  spacesOf(element: Element): string {
    return this.#engine.factsOf(element).spaces ?? this.#find(element, SPACES);
  }

  hasFont(element: Element): boolean {
    return this.#engine.factsOf(element).font ?? this.#find(element, FONT);
  }

  /** `text-indent` in pixels; -Infinity if the letters lie on each other. */
  indentOf(element: Element): number {
    return this.#engine.factsOf(element).indent ?? this.#find(element, INDENT);
  }

  inkOf(element: Element): string {
    return this.#engine.factsOf(element).ink ?? this.#find(element, INK);
  }

  #find<P extends Property>(element: Element, inherited: Inherited<P>): NonNullable<Facts[P]> {
    const { property, read } = inherited;
    const from = this.#settingOf(element, inherited);
    const facts: Pick<Facts, P> = this.#engine.factsOf(from);
    const value = facts[property] ?? read(this.#engine.styleOf(from));
    const own: Pick<Facts, P> = this.#engine.factsOf(element);
    facts[property] = own[property] = value;
    return value;
  }

  /** The nearest element from here up that may set the property, or whose value is known. */
  #settingOf<P extends Property>(element: Element, { property, styled }: Inherited<P>): Element {
    let at = element;
    for (let steps = 0; steps < MAX_INHERITED && !this.#maySet(at, styled); steps++) {
      const { parent, around } = this.#engine.factsOf(at);
      if (!parent || !around) break;
      at = parent;
      if (around[property] !== undefined) break;
    }
    return at;
  }

  #maySet(element: Element, styled: number): boolean {
    if (this.#engine.maySet(element, styled)) return true;
    return styled === Styled.color && COLORED.has(this.#engine.tagOf(element));
  }
}

/** Browsers' own styles give them a color. */
const COLORED = new Set(['a', 'mark']);
