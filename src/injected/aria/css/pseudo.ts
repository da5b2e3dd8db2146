/** Generated content (`::before`, `::after`) as text. List markers are not part of names and are not read. */
import { getAttribute, getComputedStyle, localName } from '../../dom/intrinsics.js';
import type { Style } from '../../dom/reads.js';
import type { Engine, Facts, Pseudo } from '../engine.js';
import { Trait } from '../tag.js';
import { transform } from '../text.js';
import { formatCounter } from './counter-style.js';
import { type ContentPart, parseContent } from './css-content.js';
import { BOTH, PSEUDO_BIT, PseudoRules } from './pseudo-rules.js';
import { reachOfHost, reachOfParts, reachOfSlots } from './roots-around.js';
import { countRules } from './rule-keys.js';

/**
 * Up to this many elements, asking is cheaper than reading style sheets: reading a rule costs about as much as
 * asking one element.
 */
const ASK_DIRECTLY = 400;

export class PseudoContents {
  readonly #engine: Engine;
  readonly #rules = new PseudoRules();
  #asked = 0;
  #patience: number | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The style, if there is content. */
  styleOf(element: Element, pseudo: Pseudo): Style | null {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    if ((facts.traits & Trait.noGenerated) !== 0) return null;
    this.#patience ??= Math.min(ASK_DIRECTLY, countRules(engine.document));
    if (++this.#asked > this.#patience) {
      facts.generated ??= this.#reach(element, facts);
      if ((facts.generated & PSEUDO_BIT[pseudo]) === 0) return null;
    }
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    return content === 'none' || content === 'normal' || content === '' ? null : style;
  }

  #reach(element: Element, facts: Facts): number {
    const engine = this.#engine;
    const rules = this.#rules;
    return (
      rules.reach(engine, element, nameOf(element, facts)) |
      reachOfHost(engine, element, rules.keysOf) |
      (facts.direct ? 0 : (reachOfSlots(engine, element, rules.keysOf) ?? BOTH)) |
      reachOfParts(engine, element, rules.keysOf)
    );
  }

  textOf(element: Element, pseudo: Pseudo): string {
    // Nothing is generated there, but Firefox reports what would be.
    if (this.#engine.hiddenOf(element) === 'not-rendered') return '';
    const style = this.styleOf(element, pseudo);
    if (!style || style.content === '""' || style.display === 'none' || style.visibility !== 'visible')
      return '';
    const content = parseContent(style.content);
    if (!content) return '';
    const text = (content.alternative ?? content.parts)
      .map((part) => partText(this.#engine, part, element, pseudo, style))
      .join('');
    if (text === '' || (text.length >= LONG && !this.#engine.isGeneratedSeen(element, style))) return '';
    // Alternative text names a thing; it is not part of the surrounding text.
    const apart = content.alternative !== undefined || style.display !== 'inline';
    const shown = transform(text, style.textTransform);
    return apart ? ` ${shown} ` : shown;
  }
}

/** Shorter texts are words for screen readers. Longer ones could tell a reader what to do, and no element could be marked. */
const LONG = 3;

function partText(engine: Engine, part: ContentPart, element: Element, pseudo: Pseudo, style: Style): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'attribute':
      return getAttribute(element, part.name) ?? part.fallback;
    case 'counter': {
      const values = engine
        .countersAt(element, pseudo, part.name)
        .map((value) => formatCounter(value, part.style));
      return part.separator === null ? (values.at(-1) ?? '') : values.join(part.separator);
    }
    case 'quote':
      return quotationMark(style.quotes, part.open);
    case 'image':
      return '';
  }
}

/** As it appears in selectors. */
const nameOf = (element: Element, { tag, traits }: Facts): string =>
  (traits & Trait.foreign) === 0 ? tag : localName(element);

/** The outermost pair: `quotes` is a list of pairs, `auto` (by language) or `none`. */
function quotationMark(quotes: string, open: boolean): string {
  if (quotes === 'none') return '';
  const marks = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  return marks[open ? 0 : 1] ?? (open ? '“' : '”');
}
