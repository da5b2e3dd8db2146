/**
 * Which elements may have generated content. Asking for the style of a pseudo-element costs as much as
 * several ordinary elements, so on large pages the style sheets are read once and elements that no rule
 * with a `::before` or `::after` can select are not asked about. In doubt the answer is yes: sheets of
 * other origins can't be read, and selectors are only judged by the last class, id or tag in them.
 */
import { adoptedStyleSheets, getAttribute, hasAttribute, localName, styleSheets } from '../dom/intrinsics.js';

export interface PseudoRules {
  mayHave(element: Element, root: Node): boolean;
}

/** What the elements that a root's rules can select have: one of these. */
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
  const byRoot = new Map<Node, Keys>();
  /** Rules that reach out of their own root (`:host`, `::slotted()`, `::part()`): from then on everything may have content. */
  let reachesOut = false;

  function keysOf(root: Document | ShadowRoot): Keys {
    const keys: Keys = {
      any: false,
      tags: new Set(['q']),
      classes: new Set(),
      ids: new Set(),
      attributes: new Set(),
    };
    let budget = MAX_RULES;

    function readSheet(sheet: CSSStyleSheet | null): void {
      if (!sheet || sheet.disabled) return;
      readRules(rulesOf(sheet), '');
    }

    function readRules(rules: CSSRuleList | null, outer: string): void {
      if (!rules) {
        keys.any = true;
        return;
      }
      for (const rule of rules) {
        if (keys.any) return;
        if (--budget < 0) {
          keys.any = true;
          return;
        }
        readRule(rule, outer);
      }
    }

    function readRule(rule: CSSRule, outer: string): void {
      if (rule instanceof CSSStyleRule) {
        const selector = rule.selectorText;
        if (PSEUDO.test(selector) && makesContent(rule.style)) addSelector(selector, outer);
        if (rule.cssRules?.length) readRules(rule.cssRules, selector);
      } else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (rule instanceof CSSGroupingRule) readRules(rule.cssRules, outer);
      // Declarations in a condition inside of a rule (`a::before { @media print { content: … } }`).
      else if ('style' in rule && PSEUDO.test(outer)) keys.any = true;
    }

    function addSelector(list: string, outer: string): void {
      if (REACHES_OUT.test(list) || REACHES_OUT.test(outer)) reachesOut = true;
      // Commas inside brackets make pieces that end nowhere: judged as "any".
      for (const selector of list.split(',')) {
        const match = PSEUDO.exec(selector);
        if (!match) {
          if (/[()]/.test(selector)) keys.any = true;
          continue;
        }
        addKey(selector.slice(0, match.index).trim());
      }
    }

    function addKey(selector: string): void {
      const last = LAST_COMPOUND.exec(selector)?.[0] ?? '';
      const found = KEY.exec(last);
      if (!found || /[()&\\]/.test(selector.slice(-last.length - 1))) keys.any = true;
      else if (found[1]) keys.ids.add(found[1]);
      else if (found[2]) keys.classes.add(found[2]);
      else if (found[3]) keys.attributes.add(found[3]);
      else if (found[4]) keys.tags.add(found[4].toLowerCase());
    }

    for (const sheet of styleSheets(root)) readSheet(sheet);
    for (const sheet of adoptedSheets(root) ?? [null]) {
      if (sheet) readSheet(sheet);
      else keys.any = true;
    }
    return keys;
  }

  return {
    mayHave(element, root) {
      let keys = byRoot.get(root);
      if (!keys) {
        keys = keysOf(root as Document | ShadowRoot); // an element in a composed tree is in one or the other
        byRoot.set(root, keys);
      }
      if (reachesOut || keys.any || keys.tags.has(localName(element))) return true;
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
const PSEUDO = /::?(?:before|after)\b/i;
const REACHES_OUT = /:host|::slotted|::part|:scope/i;
/** What stands after the last combinator. */
const LAST_COMPOUND = /[^\s>+~]*$/;
/** The most telling simple selector: id, class, attribute, else the tag in front. */
const KEY = /#([\w-]+)|\.([\w-]+)|\[([\w-]+)|^([\w-]+)/;

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
