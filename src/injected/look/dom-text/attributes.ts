/**
 * Which attributes the DOM text has, in which order. Those only for browsers, styles and scripts are left out.
 * What a person entered or chose replaces the initial value from the markup.
 */

import { escapeAttribute } from '../../../tree/text/dom-escape.js';
import type { DomAttributes } from '../../../wire/rows.js';
import {
  getAttribute,
  inputChecked,
  inputFiles,
  inputIndeterminate,
  inputType,
  inputValue,
  optionSelected,
} from '../../dom/intrinsics.js';
import { isSecretField } from '../../dom/secret-field.js';
import { clip } from '../clip.js';

/** What an attribute's name implies. Pages use few different names, each many times. */
interface Kind {
  name: string;
  /** Its position in the tag; negative if it is dropped. */
  rank: number;
  /** Changes with user input, so it does not affect the layout of the tag. */
  isState: boolean;
  isFlag: boolean;
  /** Its value could be mistaken for a ref. */
  looksLikeRef: boolean;
  ofDrawings: boolean;
}

/**
 * The order in the tag. All `aria-*` share one position, as do unlisted attributes; within it they are sorted by
 * name.
 */
const ORDER = 'id type name role aria- href action method for value placeholder class'.split(' ');
const ARIA = ORDER.indexOf('aria-');
const OTHER = ORDER.length;

/** The page's attributes of these names are dropped: the text itself uses them. */
const OURS = new Set(['ref', 'focused', 'invisible']);
const STATES = new Set(['checked', 'selected', 'indeterminate', 'open']);
/** Written without a value. */
const FLAGS = new Set(
  (
    'allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ' +
    'indeterminate ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required ' +
    'reversed selected'
  ).split(' '),
);
/** In an SVG, everything else is geometry and paint. */
const OF_DRAWINGS = /^(?:id|class|role|tabindex|href|xlink:href|aria-.*)$/;
/** Characters that could not be told apart from the rest of a tag. */
const ODD_NAME = /[^\w:@.#*()[\]-]/;

const MAX_DATA_URL = 64;
/** Longer values are data for scripts; what a person entered is never cut. */
const MAX_VALUE = 1000;
/** Reveals neither the text of a password nor its length. */
export const MASK = '••••••••';

/** Prefixes of style libraries, hashes of CSS modules, and long hexadecimal numbers. */
const GENERATED = /^(?:css|sc|emotion|styled|jsx)-|^_[a-zA-Z0-9]{5,}$|[a-f0-9]{8,}/i;
const REF = /^(?:c\d+)?(?:p\d+)?(?:f\d+)?e\d+$/i;

/** `name="value"` or `name`, in order. The arrays only grow: emptying them for each tag would reallocate them. */
class TagParts {
  readonly #texts: string[] = [];
  readonly #kinds: Kind[] = [];
  #length = 0;
  /** The attributes that count towards one line per attribute. */
  counted = 0;

  get length(): number {
    return this.#length;
  }

  at(index: number): string {
    return this.#texts[index] ?? '';
  }

  clear(): void {
    this.#length = this.counted = 0;
  }

  /** Inserts at its position: a tag has few attributes, and most markup already has them in this order. */
  put(kind: Kind, text: string): void {
    let at = this.#length++;
    for (; at > 0; at--) {
      const [before, beforeText] = [this.#kinds[at - 1], this.#texts[at - 1]];
      if (!before || beforeText === undefined || isInOrder(before, kind)) break;
      this.#kinds[at] = before;
      this.#texts[at] = beforeText;
    }
    this.#kinds[at] = kind;
    this.#texts[at] = text;
    if (!kind.isState) this.counted++;
  }

  /** Appends after all that were put. */
  add(text: string, counts = false): void {
    this.#texts[this.#length++] = text;
    if (counts) this.counted++;
  }
}

const isInOrder = (a: Kind, b: Kind): boolean => a.rank < b.rank || (a.rank === b.rank && a.name < b.name);

const parts = new TagParts();

let chosen: DomAttributes = 'usual';

/** For all tags from now on. */
export function chooseAttributes(which: DomAttributes): void {
  chosen = which;
}

/** Valid until the next call: tags are written one after the other. */
export function attributesOf(element: Element, tag: string, names: readonly string[]): TagParts {
  parts.clear();
  const isInput = tag === 'input';
  const isOption = tag === 'option';
  const isDrawing = tag.startsWith('svg:');
  for (const name of names) {
    const usual = kindOf(name);
    if (usual.rank < 0 && !isChosen(name)) continue;
    if (isDrawing && !usual.ofDrawings && chosen !== 'all') continue;
    const kind = usual.rank < 0 ? { ...usual, rank: OTHER } : usual;
    if (isInput && (name === 'value' || name === 'checked' || name === 'indeterminate')) continue;
    if (isOption && name === 'selected') continue;
    if (tag === 'iframe' && name === 'srcdoc') continue; // the text has it as a document
    const value = getAttribute(element, name) ?? '';
    const text = name === 'class' ? classText(value) : textOf(kind, shortened(value));
    if (text !== '') parts.put(kind, text);
  }
  if (isInput) addInputState(element as HTMLInputElement); // the tag says so
  if (isOption && optionSelected(element as HTMLOptionElement)) putFlag('selected');
  return parts;
}

const putFlag = (name: string): void => parts.put(kindOf(name), name);

/** `href="e5"` looks like a ref: with a character reference it means the same but cannot be mistaken for one. */
function textOf({ name, isFlag, looksLikeRef }: Kind, value: string): string {
  if (isFlag && (value === '' || value === name)) return name;
  if (looksLikeRef && REF.test(value))
    return `${name}="&#x${value.charCodeAt(0).toString(16)};${value.slice(1)}"`;
  return `${name}="${escapeAttribute(value)}"`;
}

function addInputState(input: HTMLInputElement): void {
  const type = inputType(input);
  const value = inputText(input, type);
  if (value !== undefined) parts.put(VALUE, textOf(VALUE, value));
  if (type !== 'checkbox' && type !== 'radio') return;
  if (inputChecked(input)) putFlag('checked');
  if (inputIndeterminate(input)) putFlag('indeterminate');
}

/** Undefined if there is no value to show. */
function inputText(input: HTMLInputElement, type: string): string | undefined {
  if (isSecretField(input, 'input')) return inputValue(input) === '' ? '' : MASK;
  switch (type) {
    case 'file':
      return [...(inputFiles(input) ?? [])].map((file) => file.name).join(', ');
    case 'checkbox':
    case 'radio':
    case 'button':
    case 'submit':
    case 'reset':
    case 'image':
      return getAttribute(input, 'value') ?? undefined;
    default:
      return inputValue(input);
  }
}

function shortened(value: string): string {
  if (value.length > MAX_DATA_URL && /^data:/i.test(value)) return clip(value, MAX_DATA_URL);
  return value.length > MAX_VALUE ? `${clip(value, MAX_VALUE)} (${value.length} characters)` : value;
}

const kinds = new Map<string, Kind>();
const classes = new Map<string, string>();
const MAX_KNOWN = 5000;

function kindOf(name: string): Kind {
  let kind = kinds.get(name);
  if (!kind) {
    kind = {
      name,
      rank: isDropped(name) ? -1 : name.startsWith('aria-') ? ARIA : placeOf(name),
      isState: STATES.has(name),
      isFlag: FLAGS.has(name),
      looksLikeRef: /ref$/i.test(name),
      ofDrawings: OF_DRAWINGS.test(name),
    };
    remember(kinds, name, kind);
  }
  return kind;
}

const VALUE = kindOf('value');

function placeOf(name: string): number {
  const at = ORDER.indexOf(name);
  return at < 0 ? OTHER : at;
}

/** Of the attributes that the text usually leaves out. */
function isChosen(name: string): boolean {
  const lower = name.toLowerCase();
  if (chosen === 'usual' || OURS.has(lower) || ODD_NAME.test(name)) return false;
  return chosen === 'all' || lower.startsWith('data-');
}

function isDropped(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    lower === 'style' ||
    lower.startsWith('on') ||
    lower.startsWith('data-') ||
    OURS.has(lower) ||
    ODD_NAME.test(name)
  );
}

/** Empty if no class is worth showing. */
function classText(value: string): string {
  let text = classes.get(value);
  if (text === undefined) {
    const kept = value.split(/[ \t\n\f\r]+/).filter((name) => name !== '' && !GENERATED.test(name));
    text = kept.length === 0 ? '' : `class="${escapeAttribute(shortened(kept.join(' ')))}"`;
    remember(classes, value, text);
  }
  return text;
}

function remember<V>(known: Map<string, V>, key: string, value: V): void {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, value);
}
