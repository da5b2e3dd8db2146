/**
 * Which elements may have generated content. Asking for the style of a pseudo-element costs as much as
 * several ordinary elements, so on large pages the style sheets are read once and elements that no rule
 * with a `::before` or `::after` can select are not asked about. In doubt the answer is yes: sheets of
 * other origins can't be read, and selectors are only judged by the last class, id or tag in them.
 */

import { adoptedStyleSheets, getAttribute, hasAttribute, localName, styleSheets } from '../dom/intrinsics.js';
import type { Pseudo } from './engine.js';

/** How many rules there are to read, roughly: those in groups and imports are not counted. */
export function countRules(root: Document): number {
  let count = 0;
  for (const sheet of styleSheets(root)) count += rulesOf(sheet)?.length ?? 0;
  return count;
}

export interface PseudoRules {
  /**
   * Which pseudo-elements it may have: `PSEUDO_BIT`s, added up. For elements that only rules of their own root can
   * select: not for hosts, slotted elements and parts.
   */
  reach(element: Element, root: Node): number;
}

/** Both in one number: each element is looked at once for the two of them. */
export const PSEUDO_BIT: Readonly<Record<Pseudo, number>> = { '::before': 1, '::after': 2 };
export const BOTH = PSEUDO_BIT['::before'] | PSEUDO_BIT['::after'];

/** What the elements have that the rules of a root can select, and for which of the pseudo-elements. */
interface Keys {
  any: number;
  tags: Map<string, number>;
  classes: Map<string, number>;
  ids: Map<string, number>;
  attributes: Map<string, number>;
  /** What `classes` says of all that stands in a `class` attribute: pages repeat them. */
  lists: Map<string, number>;
}

/** More rules than this and asking the elements is cheaper than reading on. */
const MAX_RULES = 50_000;

export function createPseudoRules(): PseudoRules {
  const byRoot = new Map<Node, Keys>();

  function keysOf(root: Document | ShadowRoot): Keys {
    const keys = newKeys();
    const unknown = (): void => {
      keys.any = BOTH;
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
            keys,
            selector.slice(0, match.index),
            PSEUDO_BIT[match[1]?.toLowerCase() === 'before' ? '::before' : '::after'],
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
    reach(element, root) {
      let keys = byRoot.get(root);
      if (!keys) {
        keys = keysOf(root as Document | ShadowRoot); // an element in a composed tree is in one or the other
        byRoot.set(root, keys);
      }
      let found = keys.any | (keys.tags.get(localName(element)) ?? 0);
      if (found === BOTH) return found;
      const classes = keys.classes.size > 0 ? getAttribute(element, 'class') : null;
      if (classes) found |= reachOfClasses(keys, classes);
      if (keys.ids.size > 0) found |= keys.ids.get(getAttribute(element, 'id') ?? '') ?? 0;
      for (const [name, bits] of keys.attributes) if (hasAttribute(element, name)) found |= bits;
      return found;
    },
  };
}

const SPACES = /\s+/;
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
  any: 0,
  tags: new Map([['q', BOTH]]),
  classes: new Map(),
  ids: new Map(),
  attributes: new Map(),
  lists: new Map(),
});

function reachOfClasses({ classes, lists }: Keys, list: string): number {
  let found = lists.get(list);
  if (found === undefined) {
    found = 0;
    for (const name of list.split(SPACES)) found |= classes.get(name) ?? 0;
    lists.set(list, found);
  }
  return found;
}

function addKey(keys: Keys, selector: string, bit: number): void {
  const add = (map: Map<string, number>, name: string): void => {
    map.set(name, (map.get(name) ?? 0) | bit);
  };
  const last = LAST_COMPOUND.exec(selector.trim())?.[0] ?? '';
  const found = KEY.exec(last);
  if (REACHES_OUT.test(last)) return;
  if (!found || UNCLEAR.test(last)) keys.any |= bit;
  else if (found[1]) add(keys.ids, found[1]);
  else if (found[2]) add(keys.classes, found[2]);
  else if (found[3]) add(keys.attributes, found[3]);
  else if (found[4]) add(keys.tags, found[4].toLowerCase());
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
