/**
 * The style sheets of a document or shadow root, read once, to tell which elements a rule can select. In doubt
 * the answer is yes: sheets of other origins cannot be read, and only the last class, id or tag of a selector is
 * considered.
 */
import { adoptedStyleSheets, getAttribute, hasAttribute, styleSheets } from '../../dom/intrinsics.js';
import { noted } from '../../dom/reads.js';
import type { Engine } from '../engine.js';

/** The approximate number of rules to read: those in groups and imports are not counted. */
export const countRules = noted((root: Document): number => {
  let count = 0;
  for (const sheet of styleSheets(root)) count += rulesOf(sheet)?.length ?? 0;
  return count;
});

/** Reads the keys of each root once. */
export function keysPerRoot(read: (root: Document | ShadowRoot) => RuleKeys): (root: Node) => RuleKeys {
  const byRoot = new Map<Node, RuleKeys>();
  return (root) => {
    let keys = byRoot.get(root);
    if (!keys) {
      keys = read(root as Document | ShadowRoot); // an element in a composed tree is in one or the other
      byRoot.set(root, keys);
    }
    return keys;
  };
}

/**
 * What rules select by, with bits that say what the rules set. Classes and ids are lower case: without a doctype,
 * rules match them case-insensitively.
 */
export class RuleKeys {
  /** Bits of rules that may select any element. */
  any = 0;
  /** Bits of rules for hosts, slotted elements and parts, which are in other roots. */
  outside = 0;
  readonly tags = new Map<string, number>();
  readonly #classes = new Map<string, number>();
  readonly #ids = new Map<string, number>();
  readonly #attributes = new Map<string, number>();
  /** The result for a whole `class` attribute: pages repeat them. */
  readonly #lists = new Map<string, number>();

  /** One selector, without a pseudo-element at its end. */
  add(selector: string, bits: number): void {
    const last = LAST_COMPOUND.exec(selector.trim())?.[0] ?? '';
    const found = KEY.exec(last);
    if (REACHES_OUT.test(last)) this.outside |= bits;
    else if (!found || UNCLEAR.test(last)) this.any |= bits;
    else if (found[1]) addTo(this.#ids, found[1].toLowerCase(), bits);
    else if (found[2]) addTo(this.#classes, found[2].toLowerCase(), bits);
    else if (found[3]) addTo(this.#attributes, found[3], bits);
    else if (found[4]) addTo(this.tags, found[4].toLowerCase(), bits);
  }

  /**
   * The bits of rules that may select the element. Rules of its own root only: not for hosts, slotted elements
   * and parts.
   */
  reach(engine: Engine, element: Element, tag: string): number {
    let found = this.any | (this.tags.get(tag) ?? 0);
    if (!engine.hasAttributes(element)) return found;
    const classes = this.#classes.size > 0 ? engine.classesOf(element) : null;
    if (classes) found |= this.#reachOfClasses(classes);
    if (this.#ids.size > 0) found |= this.#ids.get((getAttribute(element, 'id') ?? '').toLowerCase()) ?? 0;
    for (const [name, bits] of this.#attributes) if (hasAttribute(element, name)) found |= bits;
    return found;
  }

  isLike(other: RuleKeys): boolean {
    return (
      this.any === other.any &&
      this.outside === other.outside &&
      isSameMap(this.tags, other.tags) &&
      isSameMap(this.#classes, other.#classes) &&
      isSameMap(this.#ids, other.#ids) &&
      isSameMap(this.#attributes, other.#attributes)
    );
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

function isSameMap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  if (one.size !== other.size) return false;
  for (const [name, bits] of one) if (other.get(name) !== bits) return false;
  return true;
}

const SPACES = /\s+/;
/** Rules for elements outside their own root. */
const REACHES_OUT = /^:host(?!-context)|::slotted|::part/i;
/** The part after the last combinator. */
const LAST_COMPOUND = /[^\s>+~]*$/;
/**
 * Parentheses may hold anything, `&` stands for another selector, escapes for other characters, `|` ends a
 * namespace.
 */
const UNCLEAR = /[()&\\"'|]/;
/** The most specific simple selector: id, class, attribute, else the leading tag. Names may be in any script. */
const KEY = /#([\w\u0080-\uFFFF-]+)|\.([\w\u0080-\uFFFF-]+)|\[([\w-]+)|^([\w-]+)/;

export interface RuleReader {
  rule(selector: string, style: CSSStyleDeclaration): void;
  /**
   * Declarations in a condition inside the rule with this selector, if any: `a { @media print { color: … } }`.
   */
  nested(outer: string): void;
  /** Some rules cannot be read. */
  unknown(): void;
}

/** `CSSRule.STYLE_RULE`: no other kind of rule has this type. */
const STYLE_RULE = 1;

/** Beyond this many rules, asking the elements is cheaper than reading on. */
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
    // In Firefox's sandbox, `instanceof` takes longer than reading the rule.
    if (rule.type === STYLE_RULE) {
      const { selectorText: selector, style, cssRules } = rule as CSSStyleRule; // its type says so
      reader.rule(selector, style);
      if (cssRules?.length) readList(cssRules, selector);
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

/** Null if the browser denies access (a sheet of another origin). */
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
