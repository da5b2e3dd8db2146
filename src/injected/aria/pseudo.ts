/** Generated content (`::before`, `::after`) as text. Markers of lists are not part of names and not read. */
import { getAttribute, getComputedStyle, hasAttribute } from '../dom/intrinsics.js';
import { formatCounter } from './counter-style.js';
import { type ContentPart, parseContent } from './css-content.js';
import type { Engine, Pseudo } from './engine.js';
import { BOTH, countRules, createPseudoRules, PSEUDO_BIT } from './pseudo-rules.js';
import { transform } from './text.js';

export interface PseudoContents {
  /** The style, where there is content. */
  styleOf(element: Element, pseudo: Pseudo): CSSStyleDeclaration | null;
  textOf(element: Element, pseudo: Pseudo): string;
}

/** Up to here asking is cheaper than reading style sheets; a rule is as quickly read as an element is asked. */
const ASK_DIRECTLY = 400;

/** They show no generated content in any browser, or have no children to show it beside. */
const NEVER = new Set(
  'br wbr hr img input textarea select optgroup option iframe video audio canvas meter progress'.split(' '),
);

export function createPseudoContents(engine: Engine): PseudoContents {
  const rules = createPseudoRules();
  let asked = 0;
  let patience: number | undefined;

  function styleOf(element: Element, pseudo: Pseudo): CSSStyleDeclaration | null {
    const facts = engine.factsOf(element);
    if (NEVER.has(facts.tag) || facts.tag.startsWith('svg:')) return null;
    patience ??= Math.min(ASK_DIRECTLY, countRules(engine.document));
    if (++asked > patience) {
      facts.generated ??= isReachedFromOutside(element) ? BOTH : rules.reach(element, engine.rootOf(element));
      if ((facts.generated & PSEUDO_BIT[pseudo]) === 0) return null;
    }
    const style = getComputedStyle(element, pseudo);
    const { content } = style;
    return content === 'none' || content === 'normal' || content === '' ? null : style;
  }

  /** By `:host`, `::slotted()` or `::part()` of another root. */
  function isReachedFromOutside(element: Element): boolean {
    if (engine.shadowRootOf(element) || (engine.hasGlobal(element) && hasAttribute(element, 'part')))
      return true;
    if (engine.factsOf(element).direct) return false;
    const parent = engine.writtenParent(element);
    return parent !== null && engine.shadowRootOf(parent) !== null;
  }

  function textOf(element: Element, pseudo: Pseudo): string {
    const style = styleOf(element, pseudo);
    if (!style || style.content === '""' || style.display === 'none' || style.visibility !== 'visible')
      return '';
    const content = parseContent(style.content);
    if (!content) return '';
    const text = (content.alternative ?? content.parts)
      .map((part) => partText(part, element, pseudo, style))
      .join('');
    if (text === '') return '';
    // An alternative is the name of a thing, not a piece of the text around it.
    const apart = content.alternative !== undefined || style.display !== 'inline';
    const shown = transform(text, style.textTransform);
    return apart ? ` ${shown} ` : shown;
  }

  function partText(part: ContentPart, element: Element, pseudo: Pseudo, style: CSSStyleDeclaration): string {
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

  return { styleOf, textOf };
}

/** The outermost pair: `quotes` is a list of pairs, `auto` (by language) or `none`. */
function quotationMark(quotes: string, open: boolean): string {
  if (quotes === 'none') return '';
  const marks = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
  return marks[open ? 0 : 1] ?? (open ? '“' : '”');
}
