import type { Problem } from '../../../wire/audit-api.js';
import type { Aria } from '../../aria/aria.js';

/** Headings are how people with a screen reader find their way. Expects elements in document order. */
export class HeadingRule {
  readonly #aria: Aria;
  #last = 0;

  constructor(aria: Aria) {
    this.#aria = aria;
  }

  *check(element: Element): Generator<Pick<Problem, 'rule' | 'detail'>> {
    if (this.#aria.roleOf(element) !== 'heading') return;
    if (this.#aria.nameOf(element) === '') yield { rule: 'heading', detail: 'is empty' };
    const level = Number(this.#aria.statesOf(element).level ?? 2);
    if (this.#last > 0 && level > this.#last + 1)
      yield { rule: 'heading', detail: `level ${level} follows level ${this.#last}` };
    this.#last = level;
  }
}
