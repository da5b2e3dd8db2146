/**
 * Which attributes the DOM text has, in which order. What is only for browsers, styles and scripts is left out;
 * what a person entered or chose stands where the markup has its first value.
 */
import { escapeAttribute } from '../../tree/dom-escape.js';
import { clip } from '../clip.js';
import { isSecretField } from '../secret-field.js';
import {
  getAttribute,
  getAttributeNames,
  hasAttributes,
  inputChecked,
  inputFiles,
  inputIndeterminate,
  inputType,
  inputValue,
  optionSelected,
} from './intrinsics.js';

export interface Attribute {
  name: string;
  /** Escaped and in quotes; empty for a flag. */
  value: string;
  rank: number;
  /** Comes and goes with what a person does: it does not change how the tag is laid out. */
  isState: boolean;
}

/** The order in the tag; all `aria-*` share a place, and so do those that are not listed: by their names there. */
const ORDER = 'id type name role aria- href action method for value placeholder class'.split(' ');
const ARIA = ORDER.indexOf('aria-');
const OTHER = ORDER.length;

/** The page's own are dropped: these are what the text itself says of an element. */
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
/** Of drawings all else is geometry and paint. */
const OF_DRAWINGS = /^(?:id|class|role|tabindex|href|xlink:href|aria-.*)$/;
/** What could not be told from the rest of a tag. */
const ODD_NAME = /[^\w:@.#*()[\]-]/;

const MAX_DATA_URL = 64;
/** More is data for a script; what a person has entered is never cut. */
const MAX_VALUE = 1000;
/** Of a password neither the text nor its length. */
const MASK = '••••••••';

/** Prefixes of style libraries, hashes of CSS modules, and anything with a long hexadecimal number in it. */
const GENERATED = /^(?:css|sc|emotion|styled|jsx)-|^_[a-zA-Z0-9]{5,}$|[a-f0-9]{8,}/i;
const REF = /^(?:c\d+)?(?:p\d+)?(?:f\d+)?e\d+$/i;

const NONE: readonly Attribute[] = [];

export function attributesOf(element: Element, tag: string): readonly Attribute[] {
  const isInput = tag === 'input';
  const isOption = tag === 'option';
  if (!isInput && !isOption && !hasAttributes(element)) return NONE;
  const found: Attribute[] = [];
  const isDrawing = tag.startsWith('svg:');
  for (const name of getAttributeNames(element)) {
    const rank = rankOf(name);
    if (rank < 0 || (isDrawing && !OF_DRAWINGS.test(name))) continue;
    if (isInput && (name === 'value' || name === 'checked' || name === 'indeterminate')) continue;
    if (isOption && name === 'selected') continue;
    if (tag === 'iframe' && name === 'srcdoc') continue; // it is in the text as a document
    const value = getAttribute(element, name) ?? '';
    if (name !== 'class') found.push(attribute(name, shortened(value), rank));
    else {
      const kept = keptClasses(value);
      if (kept !== '') found.push(attribute(name, kept, rank));
    }
  }
  if (isInput) addInputState(found, element as HTMLInputElement); // the tag says so
  if (isOption && optionSelected(element as HTMLOptionElement)) found.push(flag('selected'));
  return found.length > 1 ? found.sort(inOrder) : found;
}

const inOrder = (a: Attribute, b: Attribute): number => a.rank - b.rank || (a.name < b.name ? -1 : 1);

function attribute(name: string, value: string, rank: number): Attribute {
  const isFlag = FLAGS.has(name) && (value === '' || value === name);
  return { name, rank, isState: STATES.has(name), value: isFlag ? '' : quoted(name, value) };
}

const flag = (name: string): Attribute => ({ name, rank: OTHER, isState: true, value: '' });

/** `href="e5"` reads like a ref: written with a character reference, it means the same and can't be taken for one. */
function quoted(name: string, value: string): string {
  if (/ref$/i.test(name) && REF.test(value))
    return `"&#x${value.charCodeAt(0).toString(16)};${value.slice(1)}"`;
  return `"${escapeAttribute(value)}"`;
}

function addInputState(found: Attribute[], input: HTMLInputElement): void {
  const type = inputType(input);
  const value = inputText(input, type);
  if (value !== undefined) found.push(attribute('value', value, ORDER.indexOf('value')));
  if (type !== 'checkbox' && type !== 'radio') return;
  if (inputChecked(input)) found.push(flag('checked'));
  if (inputIndeterminate(input)) found.push(flag('indeterminate'));
}

/** Undefined where there is no value to speak of. */
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

/** By name; below zero for what is dropped. Pages have few different names, and each many times. */
const ranks = new Map<string, number>();
const classes = new Map<string, string>();
const MAX_KNOWN = 5000;

function rankOf(name: string): number {
  let rank = ranks.get(name);
  if (rank === undefined) {
    rank = isDropped(name) ? -1 : name.startsWith('aria-') ? ARIA : placeOf(name);
    remember(ranks, name, rank);
  }
  return rank;
}

function placeOf(name: string): number {
  const at = ORDER.indexOf(name);
  return at < 0 ? OTHER : at;
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

function keptClasses(value: string): string {
  let kept = classes.get(value);
  if (kept === undefined) {
    kept = shortened(
      value
        .split(/[ \t\n\f\r]+/)
        .filter((name) => name !== '' && !GENERATED.test(name))
        .join(' '),
    );
    remember(classes, value, kept);
  }
  return kept;
}

function remember<V>(known: Map<string, V>, key: string, value: V): void {
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, value);
}
