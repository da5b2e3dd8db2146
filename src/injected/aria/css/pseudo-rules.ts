/**
 * Which elements may have generated content. Reading the style of a pseudo-element costs as much as several
 * ordinary elements. So on large pages the style sheets are read once, and elements that no `::before` or
 * `::after` rule can select are skipped.
 */
import { noted } from '../../dom/reads.js';
import type { Engine, Pseudo } from '../engine.js';
import { keysPerRoot, RuleKeys, readRules } from './rule-keys.js';

/** Both in one number: each element is checked once for the two. */
export const PSEUDO_BIT: Readonly<Record<Pseudo, number>> = { '::before': 1, '::after': 2 };
export const BOTH = PSEUDO_BIT['::before'] | PSEUDO_BIT['::after'];

export class PseudoRules {
  readonly keysOf = keysPerRoot(readKeys);

  /** Which pseudo-elements the rules of its own root may give an element, as `PSEUDO_BIT`s. */
  reach(engine: Engine, element: Element, tag: string): number {
    const keys = this.keysOf(engine.rootOf(element));
    return keys.any === BOTH ? BOTH : keys.reach(engine, element, tag);
  }
}

const readKeys = noted((root: Document | ShadowRoot): RuleKeys => {
  const keys = new RuleKeys();
  keys.tags.set('q', BOTH);
  const unknown = (): void => {
    keys.any = BOTH;
  };
  readRules(root, {
    rule(selectors, style) {
      if (!PSEUDO.test(selectors) || !makesContent(style)) return;
      for (const selector of selectors.split(',')) {
        const match = PSEUDO.exec(selector);
        if (match) keys.add(selector.slice(0, match.index), bitOf(match[1] ?? ''));
        // A fragment from a comma inside parentheses.
        else if (/[()]/.test(selector)) unknown();
      }
    },
    nested(outer) {
      if (PSEUDO.test(outer)) unknown();
    },
    unknown,
  });
  return keys;
});

/** The single colon is the old syntax. */
const PSEUDO = /::?(before|after)\b/i;

const bitOf = (name: string): number => PSEUDO_BIT[name.toLowerCase() === 'before' ? '::before' : '::after'];

/** Most rules for pseudo-elements only style them (`*::before { box-sizing: … }`) or draw an empty box. */
function makesContent(style: CSSStyleDeclaration): boolean {
  const { content } = style;
  if (content !== '' && content !== '""' && content !== 'none' && content !== 'normal') return true;
  return style.counterIncrement !== '' || style.counterReset !== '' || style.counterSet !== '';
}
