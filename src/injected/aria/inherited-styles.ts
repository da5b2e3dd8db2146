/** Inherited text properties: read where they are set, not on every element. */
import type { Engine, Facts } from './engine.js';
import { Styled } from './style-rules.js';

/** The most ancestors searched for where a property is set; beyond that it is simply read. */
const MAX_INHERITED = 20;

export class InheritedStyles {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** `text-transform`. */
  transformOf(element: Element): string {
    const facts = this.#engine.factsOf(element);
    if (facts.transform === undefined) {
      const from = this.#settingOf(element, Styled.textTransform, (above) => above.transform !== undefined);
      const { transform = this.#engine.styleOf(from).textTransform } = this.#engine.factsOf(from);
      this.#engine.factsOf(from).transform = facts.transform = transform;
    }
    return facts.transform;
  }

  spacesOf(element: Element): string {
    const facts = this.#engine.factsOf(element);
    if (facts.spaces === undefined) {
      const from = this.#settingOf(element, Styled.whiteSpace, (above) => above.spaces !== undefined);
      const { spaces = this.#engine.styleOf(from).whiteSpaceCollapse } = this.#engine.factsOf(from);
      this.#engine.factsOf(from).spaces = facts.spaces = spaces;
    }
    return facts.spaces;
  }

  hasFont(element: Element): boolean {
    const facts = this.#engine.factsOf(element);
    if (facts.font === undefined) {
      const from = this.#settingOf(element, Styled.fontSize, (above) => above.font !== undefined);
      const { font = this.#engine.styleOf(from).fontSize !== '0px' } = this.#engine.factsOf(from);
      this.#engine.factsOf(from).font = facts.font = font;
    }
    return facts.font;
  }

  /** The nearest element from here up that may set an inherited property, or whose value is known. */
  #settingOf(element: Element, property: number, isKnown: (above: Facts) => boolean): Element {
    let at = element;
    for (let steps = 0; steps < MAX_INHERITED && !this.#engine.maySet(at, property); steps++) {
      const { parent, around } = this.#engine.factsOf(at);
      if (!parent || !around) break;
      at = parent;
      if (isKnown(around)) break;
    }
    return at;
  }
}
