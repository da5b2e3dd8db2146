/**
 * The style sheets of a document or shadow root, read once for all of its elements, to tell which elements a rule can
 * select. In doubt the answer is yes: sheets of other origins can't be read, and selectors are only judged by the last
 * class, id or tag in them.
 */
import { adoptedStyleSheets, getAttribute, hasAttribute, styleSheets } from '../dom/intrinsics.js';

/** How many rules there are to read, roughly: those in groups and imports are not counted. */
export function countRules(root: Document): number {
  let count = 0;
  for (const sheet of styleSheets(root)) count += rulesOf(sheet)?.length ?? 0;
  return count;
}

/**
 * What elements have that rules can select, with bits that say what the rules are about. Classes and ids in small
 * letters: in documents without a doctype rules don't tell large from small.
 */
export class RuleKeys {
  /** Of rules that may select any element. */
  any = 0;
  readonly tags = new Map<string, number>();
  readonly #classes = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #attributes = new Map<string, number>();
  /** What `#classes` says of all that stands in a `class` attribute: pages repeat them. */
  readonly #lists = new Map<string, number>();

  /** One selector, without a pseudo-element at its end. */
  add(selector: string, bits: number): void {
    const last = LAST_COMPOUND.exec(selector.trim())?.[0] ?? '';
    const found = KEY.exec(last);
    if (REACHES_OUT.test(last)) return;
    if (!found || UNCLEAR.test(last)) this.any |= bits;
    else if (found[1]) addTo(this.#ids, found[1].toLowerCase(), bits);
    else if (found[2]) addTo(this.#classes, found[2].toLowerCase(), bits);
    else if (found[3]) addTo(this.#attributes, found[3], bits);
    else if (found[4]) addTo(this.tags, found[4].toLowerCase(), bits);
  }

  /** What rules may select it, of the root that the rules are in: not for hosts, slotted elements and parts. */
  reach(element: Element, tag: string, hasAttributes: boolean): number {
    let found = this.any | (this.tags.get(tag) ?? 0);
    if (!hasAttributes) return found;
    const classes = this.#classes.size > 0 ? getAttribute(element, 'class') : null;
    if (classes) found |= this.#reachOfClasses(classes);
    if (this.#ids.size > 0) found |= this.#ids.get((getAttribute(element, 'id') ?? '').toLowerCase()) ?? 0;
    for (const [name, bits] of this.#attributes) if (hasAttribute(element, name)) found |= bits;
    return found;
  }

  #reachOfClasses(list: string): number {
    let found = this.#lists.get(list);
    if (found === undefined) {
      found = 0;
      for (const name of list.toLowerCase().split(SPACES)) found |= this.#classes.get(name) ?? 0;
      this.#lists.set(list, found);
    }
    return found;
  }
}

function addTo(map: Map<string, number>, name: string, bits: number): void {
  map.set(name, (map.get(name) ?? 0) | bits);
}

const SPACES = /\s+/;
/** For elements outside of the root that the rule is in: these are always asked. */
const REACHES_OUT = /^:host(?!-context)|::slotted|::part/i;
/** What stands after the last combinator. */
const LAST_COMPOUND = /[^\s>+~]*$/;
/** Brackets may hold anything, `&` stands for another selector, escapes for other characters, `|` ends a namespace. */
const UNCLEAR = /[()&\\"'|]/;
/** The most telling simple selector: id, class, attribute, else the tag in front. Names may be of any script. */
const KEY = /#([\w\u0080-\uFFFF-]+)|\.([\w\u0080-\uFFFF-]+)|\[([\w-]+)|^([\w-]+)/;

export interface RuleReader {
  rule(selector: string, style: CSSStyleDeclaration): void;
  /** Declarations in a condition inside of the rule with this selector, if any: `a { @media print { color: … } }`. */
  nested(outer: string): void;
  /** There are rules that can't be read. */
  unknown(): void;
}

/** More rules than this and asking the elements is cheaper than reading on. */
const MAX_RULES = 50_000;

export function readRules(root: Document | ShadowRoot, reader: RuleReader): void {
  let budget = MAX_RULES;

  function readSheet(sheet: CSSStyleSheet | null): void {
    if (sheet && !sheet.disabled) readList(rulesOf(sheet), '');
  }

  function readList(rules: CSSRuleList | null, outer: string): void {
    if (!rules) {
      reader.unknown();
      return;
    }
    for (const rule of rules) {
      if (--budget < 0) {
        reader.unknown();
        return;
      }
      readRule(rule, outer);
    }
  }

  function readRule(rule: CSSRule, outer: string): void {
    if (rule instanceof CSSStyleRule) {
      const selector = rule.selectorText;
      reader.rule(selector, rule.style);
      if (rule.cssRules?.length) readList(rule.cssRules, selector);
    } else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
    else if (rule instanceof CSSGroupingRule) readList(rule.cssRules, outer);
    else if ('style' in rule && !(rule instanceof CSSFontFaceRule) && !(rule instanceof CSSPageRule))
      reader.nested(outer);
  }

  for (const sheet of styleSheets(root)) readSheet(sheet);
  const adopted = adoptedSheets(root);
  if (adopted) for (const sheet of adopted) readSheet(sheet);
  else reader.unknown();
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
