/**
 * Which elements may have generated content. Asking for the style of a pseudo-element costs as much as
 * several ordinary elements, so on large pages the style sheets are read once and elements that no rule
 * with a `::before` or `::after` can select are not asked about. In doubt the answer is yes: sheets of
 * other origins can't be read, and selectors are only judged by the last class, id or tag in them.
 */

import { adoptedStyleSheets, getAttribute, hasAttribute, localName, styleSheets } from '../dom/intrinsics.js';
import type { Pseudo } from './engine.js';

export interface PseudoRules {
  /** For elements that only rules of their own root can select: not for hosts, slotted elements and parts. */
  mayHave(element: Element, pseudo: Pseudo, root: Node): boolean;
}

/** What the elements have that the rules of a root can select for one pseudo-element: one of these. */
interface Keys {
  any: boolean;
  tags: Set<string>;
  classes: Set<string>;
  ids: Set<string>;
  attributes: Set<string>;
}

/** More rules than this and asking the elements is cheaper than reading on. */
const MAX_RULES = 50_000;

export function createPseudoRules(): PseudoRules {
  const byRoot = new Map<Node, Record<Pseudo, Keys>>();

  function keysOf(root: Document | ShadowRoot): Record<Pseudo, Keys> {
    const keys = { '::before': newKeys(), '::after': newKeys() };
    const unknown = (): void => {
      keys['::before'].any = keys['::after'].any = true;
    };
    let budget = MAX_RULES;

    function readSheet(sheet: CSSStyleSheet | null): void {
      if (!sheet || sheet.disabled) return;
      readRules(rulesOf(sheet), '');
    }

    function readRules(rules: CSSRuleList | null, outer: string): void {
      if (!rules) {
        unknown();
        return;
      }
      for (const rule of rules) {
        if (--budget < 0) {
          unknown();
          return;
        }
        readRule(rule, outer);
      }
    }

    function readRule(rule: CSSRule, outer: string): void {
      if (rule instanceof CSSStyleRule) {
        const selector = rule.selectorText;
        if (PSEUDO.test(selector) && makesContent(rule.style)) addSelector(selector);
        if (rule.cssRules?.length) readRules(rule.cssRules, selector);
      } else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (rule instanceof CSSGroupingRule) readRules(rule.cssRules, outer);
      // Declarations in a condition inside of a rule (`a::before { @media print { content: … } }`).
      else if ('style' in rule && PSEUDO.test(outer)) unknown();
    }

    function addSelector(list: string): void {
      for (const selector of list.split(',')) {
        const match = PSEUDO.exec(selector);
        if (match)
          addKey(
            keys[match[1]?.toLowerCase() === 'before' ? '::before' : '::after'],
            selector.slice(0, match.index),
          );
        // A comma inside of brackets made this piece.
        else if (/[()]/.test(selector)) unknown();
      }
    }

    for (const sheet of styleSheets(root)) readSheet(sheet);
    const adopted = adoptedSheets(root);
    if (adopted) for (const sheet of adopted) readSheet(sheet);
    else unknown();
    return keys;
  }

  return {
    mayHave(element, pseudo, root) {
      let both = byRoot.get(root);
      if (!both) {
        both = keysOf(root as Document | ShadowRoot); // an element in a composed tree is in one or the other
        byRoot.set(root, both);
      }
      const keys = both[pseudo];
      if (keys.any || keys.tags.has(localName(element))) return true;
      if (keys.classes.size > 0) {
        const classes = getAttribute(element, 'class');
        if (classes) {
          if (keys.classes.has(classes)) return true;
          for (const name of classes.split(/\s+/)) if (keys.classes.has(name)) return true;
        }
      }
      if (keys.ids.size > 0 && keys.ids.has(getAttribute(element, 'id') ?? '')) return true;
      for (const name of keys.attributes) if (hasAttribute(element, name)) return true;
      return false;
    },
  };
}

/** One colon is the old spelling. */
const PSEUDO = /::?(before|after)\b/i;
/** For elements outside of the root that the rule is in: these are always asked. */
const REACHES_OUT = /^:host(?!-context)|::slotted|::part/i;
/** What stands after the last combinator. */
const LAST_COMPOUND = /[^\s>+~]*$/;
/** Brackets may hold anything, `&` stands for another selector, escapes for other characters. */
const UNCLEAR = /[()&\\"']/;
/** The most telling simple selector: id, class, attribute, else the tag in front. */
const KEY = /#([\w-]+)|\.([\w-]+)|\[([\w-]+)|^([\w-]+)/;

const newKeys = (): Keys => ({
  any: false,
  tags: new Set(['q']),
  classes: new Set(),
  ids: new Set(),
  attributes: new Set(),
});

function addKey(keys: Keys, selector: string): void {
  const last = LAST_COMPOUND.exec(selector.trim())?.[0] ?? '';
  const found = KEY.exec(last);
  if (REACHES_OUT.test(last)) return;
  if (!found || UNCLEAR.test(last)) keys.any = true;
  else if (found[1]) keys.ids.add(found[1]);
  else if (found[2]) keys.classes.add(found[2]);
  else if (found[3]) keys.attributes.add(found[3]);
  else if (found[4]) keys.tags.add(found[4].toLowerCase());
}

/** Most rules for pseudo-elements only style them (`*::before { box-sizing: … }`) or draw an empty box. */
function makesContent(style: CSSStyleDeclaration): boolean {
  const { content } = style;
  if (content !== '' && content !== '""' && content !== 'none' && content !== 'normal') return true;
  return style.counterIncrement !== '' || style.counterReset !== '' || style.counterSet !== '';
}

/** Null where the browser keeps them from us (a sheet of another origin). */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
  try {
    return sheet.cssRules;
  } catch {
    return null;
  }
}

function adoptedSheets(root: Document | ShadowRoot): CSSStyleSheet[] | null {
  try {
    return [...adoptedStyleSheets(root)];
  } catch {
    return null;
  }
}
