/**
 * Why a person can't see what the accessibility tree has. One rule for the text, the JSON, the DOM text and the
 * answers to actions. What costs a box or colors is asked only of longer texts, since those can tell a reader what
 * to do, and of controls, which are measured anyway.
 */
import { containingOf } from '../../dom/containing.js';
import { scrollLeft, scrollTop } from '../../dom/effects.js';
import { type Area, hasOverflow, isSpeck, meets, pageArea } from '../../dom/geometry.js';
import {
  contentRects,
  getAttribute,
  getBoundingClientRect,
  getComputedStyle,
  inputType,
  inputValue,
} from '../../dom/intrinsics.js';
import { type Color, parseColor } from '../css/color.js';
import { SMALLEST_FONT } from '../css/inherited-styles.js';
import { Styled } from '../css/style-rules.js';
import type { Engine, Facts } from '../engine.js';
import { isOpaque } from '../hidden.js';
import { Trait } from '../tag.js';
import { Covers, isSunk } from './covers.js';
import { paintedBy } from './ground.js';
import { Inks } from './ink.js';
import { Arrivals } from './on-its-way.js';
import type { Unseen } from './unseen-reason.js';
import { veilOf } from './veil.js';

/** Characters: less is no word, but a sign or a number. */
const WORD = 3;
/** Characters: longer texts are measured, shorter ones only where something moves them. */
const LONG = 20;
/** Boxes of short texts read in one walk. */
const MOST_WORDS = 1_000;
/** Reading the style of a pseudo-element costs as much as several elements. */
const MOST_LINES = 100;
/** Nothing is read of what is laid over them. */
const SHORT = { why: undefined, moved: false };
/** Nothing hangs out of them. */
const FRAMES = new Set(['iframe', 'frame', 'embed', 'object']);
const REPLACED = new Set([...FRAMES, 'img']);
/** Pixels: text that is indented further to the left is not meant to be seen. */
const FAR = -500;
/** Inputs that show no text of the page. */
const TEXTLESS = new Set('password checkbox radio range color file image hidden'.split(' '));
/** Pixels: a line that is lower can't be read. */
const LOWEST = 2.5;
/** Pixels: too thin for letters. */
const THIN = 3;

export class Sight {
  readonly #engine: Engine;
  readonly #inks: Inks;
  readonly #arrivals: Arrivals;
  readonly #covers: Covers;
  readonly #areas = new Map<Element, Area>();
  readonly #cutting = new Map<Element, boolean>();
  #page: Area | undefined;
  #linesLeft = MOST_LINES;
  #wordsLeft = MOST_WORDS;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#inks = new Inks(engine);
    this.#arrivals = new Arrivals(engine);
    this.#covers = new Covers(engine);
  }

  /** An element that a walk meets: its box may lie on something. */
  meet(element: Element): void {
    this.#covers.consider(element);
    if (FRAMES.has(this.#engine.tagOf(element))) this.#covers.add(element, 1);
  }

  /** Texts of the walk that another box lies on. */
  *covered(): Generator<[Element, Unseen]> {
    for (const found of this.#covers.unseen()) if (!this.#arrivals.has(found[0])) yield found;
  }

  /** Of text directly in an element. `length`: of all that is in its block, if that is more. */
  ofText(element: Element, length: number, inControl: boolean): Unseen | undefined {
    const why = this.#ofText(element, length, inControl);
    return why && this.#arrivals.has(element) ? undefined : why;
  }

  ofInk(element: Element): Unseen | undefined {
    const facts = this.#engine.factsOf(element);
    if (facts.within) return undefined;
    const why = veilOf(this.#engine, facts).why ?? this.#inks.unseenOn(element);
    return why && this.#arrivals.has(element) ? undefined : why;
  }

  #ofText(element: Element, length: number, inControl: boolean): Unseen | undefined {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    const isWord = length >= WORD;
    // Options of a closed list, or in place of a canvas.
    if (facts.within) return facts.within === 'canvas' && isWord && !inControl ? 'covered' : undefined;
    if (isTransparent(engine, element, facts)) return 'transparent';
    const { why, moved } = isWord ? veilOf(engine, facts) : SHORT;
    if (why) return why;
    if (inControl) return isWord ? this.#ofLabel(element, length) : undefined;
    if (!engine.hasFont(element)) return 'tiny-font';
    const clipper = clipperOf(engine, facts);
    if (clipper && isSliver(this.#areaOf(clipper)) && this.#isCutBy(element, clipper)) return 'clipped';
    if (isWord && length < LONG && isPictured(engine, element)) return undefined;
    const isCut = clipper !== null && this.#cutsSomething(clipper);
    const isAway = moved || isCut || facts.tag.startsWith('svg:');
    if (length >= LONG || (isWord && isAway && --this.#wordsLeft >= 0))
      return this.#ofBoxedText(element, facts, length, clipper);
    if (isCut && this.#isOutside(element, facts, engine.boxOf(element))) return 'offscreen';
    return isWord ? this.#ofLetters(element) : undefined;
  }

  #ofLabel(element: Element, length: number): Unseen | undefined {
    const why = this.#inks.unseenOn(element);
    if (!why) this.#covers.add(element, length);
    return why;
  }

  contrastOf(element: Element, below: number): number | undefined {
    return this.#inks.contrastOn(element, below);
  }

  /** Of an element that is judged by its box: a control, a picture, a frame. `null`: it has no box. */
  ofBox(element: Element): Unseen | undefined {
    const why = this.#ofBox(element);
    return why && this.#arrivals.has(element) ? undefined : why;
  }

  #ofBox(element: Element): Unseen | undefined {
    const engine = this.#engine;
    const facts = engine.factsOf(element);
    const hidden = engine.hiddenOf(element);
    if (hidden === 'not-rendered' || hidden === 'invisible' || facts.within) return undefined;
    // An area of an image has no box of its own.
    if (facts.tag === 'area') return undefined;
    if (isTransparent(engine, element, facts)) return 'transparent';
    const { why } = veilOf(engine, facts);
    if (why) return why;
    if (engine.displayOf(element) === 'contents') return undefined;
    const box = engine.boxOf(element);
    if (isEmpty(box) || isSpeck(box)) {
      if (!engine.isVisible(element)) return this.#overflows(element) ? undefined : 'zero-size';
      return isSpeck(box) && (REPLACED.has(facts.tag) || isCutOff(engine, element)) ? 'clipped' : undefined;
    }
    if (FRAMES.has(facts.tag) && isSliver(box)) return 'clipped';
    return this.#isOutside(element, facts, box) ? 'offscreen' : undefined;
  }

  #ofBoxedText(element: Element, facts: Facts, length: number, clipper: Element | null): Unseen | undefined {
    const engine = this.#engine;
    if (engine.displayOf(element) === 'contents') return this.#inks.unseenOn(element);
    const box = engine.boxOf(element);
    if ((areaOf(box) < length || box.bottom - box.top < LOWEST) && !this.#overflows(element))
      return engine.clips(element) ? 'clipped' : 'zero-size';
    if (this.#isOutside(element, facts, box) || (!clipper && this.#startsFarAway(element, box)))
      return 'offscreen';
    if (clipper && this.#cutsSomething(clipper) && this.#isPushedOut(element, length, clipper))
      return 'offscreen';
    const why = this.#ofLetters(element);
    if (why) return why;
    const { sunk } = veilOf(engine, facts);
    if (sunk && isSunk(engine, facts, sunk)) return 'covered';
    this.#covers.add(element, length);
    return undefined;
  }

  #ofLetters(element: Element): Unseen | undefined {
    const indent = this.#engine.indentOf(element);
    if (indent < FAR) return indent === -Infinity ? 'zero-size' : 'offscreen';
    return this.#inks.unseenOn(element) ?? this.#ofFirstLine(element);
  }

  /** `::first-line` may hide all of a text that is no longer. */
  #ofFirstLine(element: Element): Unseen | undefined {
    if (!this.#engine.maySet(element, Styled.firstLine) || --this.#linesLeft < 0) return undefined;
    const [first, ...others] = contentRects(element);
    if (!first || others.some(({ top }) => top >= first.bottom)) return undefined;
    const line = getComputedStyle(element, '::first-line');
    if (Number.parseFloat(line.fontSize) < SMALLEST_FONT) return 'tiny-font';
    // It may have a background of its own.
    if (paintedBy(line)?.alpha !== 0) return undefined;
    return this.#inks.unseenOn(element, parseColor(line.webkitTextFillColor));
  }

  /** Of what is written in a field, or of what it asks for. */
  ofValue(element: Element): Unseen | undefined {
    const engine = this.#engine;
    const { tag } = engine.factsOf(element);
    if (tag !== 'input' && tag !== 'textarea') return undefined;
    const value = tag === 'input' ? inputText(element as HTMLInputElement) : engine.valueOf(element); // the tag says so
    const isEmpty = !value;
    const text = value || getAttribute(element, 'placeholder');
    if (!text || text.length < WORD || this.#arrivals.has(element)) return undefined;
    if (!engine.hasFont(element)) return 'tiny-font';
    if (engine.indentOf(element) < FAR) return 'offscreen';
    const why = this.#inks.unseenOn(element, isEmpty ? placeholderInk(element) : undefined);
    // An editor draws the letters itself, under a field for the keyboard.
    return why === 'transparent' && tag === 'textarea' && !isEmpty ? undefined : why;
  }

  /** Something in it shows although it has no extent itself. */
  #overflows(element: Element): boolean {
    if (this.#engine.clips(element)) return false;
    return contentRects(element).some(({ width, height }) => width > 1 && height >= LOWEST);
  }

  /** Its box is in sight, but not its letters: an indent or a padding moves them out of what cuts them off. */
  #isPushedOut(element: Element, length: number, clipper: Element): boolean {
    if (clipOf(clipper, this.#engine) !== 'cuts' || !this.#isCutBy(element, clipper)) return false;
    const area = this.#areaOf(clipper);
    let shown = 0;
    for (const rect of contentRects(element)) if (meets(rect, area)) shown += areaOf(common(rect, area));
    return shown < length;
  }

  /** A negative margin makes a box wider: its letters stand where it begins. */
  #startsFarAway(element: Element, box: Area): boolean {
    if (box.left > FAR) return false;
    const page = this.#page;
    const rects = contentRects(element);
    return page !== undefined && rects.length > 0 && !rects.some((rect) => meets(rect, page));
  }

  /** As a carousel does. Only there short texts are measured. */
  #cutsSomething(clipper: Element): boolean {
    let cuts = this.#cutting.get(clipper);
    if (cuts === undefined) {
      cuts = hasOverflow(clipper);
      this.#cutting.set(clipper, cuts);
    }
    return cuts;
  }

  #areaOf(element: Element): Area {
    let area = this.#areas.get(element);
    if (!area) {
      area = getBoundingClientRect(element);
      this.#areas.set(element, area);
    }
    return area;
  }

  /** The exact answer needs the styles of all ancestors: it is asked only where the nearest areas say no. */
  #isOutside(element: Element, facts: Facts, box: Area): boolean {
    this.#page ??= pageArea(this.#engine.document);
    const { around } = facts;
    const clipper = around && clipperOf(this.#engine, around);
    // Nobody scrolls down to what is fixed to the viewport.
    const isBelow = box.top >= window.innerHeight && veilOf(this.#engine, facts).fixed;
    // Without a walk nothing is known of what is around it.
    const isIn =
      around && !isBelow && meets(box, this.#page) && (!clipper || meets(box, this.#areaOf(clipper)));
    return !isIn && !isEmpty(this.#page) && this.#isOut(element, box);
  }

  #isOut(element: Element, box: Area): boolean {
    const { around, fixed } = containingOf(element);
    let rest = box;
    for (const each of around) {
      const clips = clipOf(each, this.#engine);
      if (!clips) continue;
      const area = this.#areaOf(each);
      // A person can scroll to all that is in it, but not to what is before its start.
      if (clips === 'scrolls') {
        if (isBeforeStart(each, rest, area)) return true;
        rest = area;
      } else if (meets(rest, area)) rest = common(rest, area);
      else return true;
    }
    const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    return !meets(rest, fixed ? view : (this.#page ?? view));
  }

  /** An element that is positioned by something further out is not cut by what is between. */
  #isCutBy(element: Element, clipper: Element): boolean {
    return element === clipper || containingOf(element).around.includes(clipper);
  }
}

/** A label that is moved out of the picture in its place. */
function isPictured(engine: Engine, element: Element): boolean {
  if (engine.indentOf(element) > FAR || !engine.maySet(element, Styled.background)) return false;
  return engine.styleOf(element).backgroundImage.includes('url(');
}

/** What it shows as text. */
const inputText = (input: HTMLInputElement): string =>
  TEXTLESS.has(inputType(input)) ? '' : inputValue(input);

function placeholderInk(field: Element): Color | undefined {
  const { webkitTextFillColor, opacity } = getComputedStyle(field, '::placeholder');
  const ink = parseColor(webkitTextFillColor);
  return ink && { ...ink, alpha: ink.alpha * Number(opacity) };
}

/** Browsers say nothing of an element without a box, unless its parent is known. */
const isTransparent = (engine: Engine, element: Element, facts: Facts): boolean =>
  !isOpaque(engine, element, facts) && (facts.byStyle === true || engine.displayOf(element) !== 'contents');

/** The nearest element, from here up, that cuts off what overflows it. */
function clipperOf(engine: Engine, facts: Facts): Element | null {
  const pending: Facts[] = [];
  let at: Facts | undefined = facts;
  let found: Element | null = null;
  for (; at; at = at.around) {
    if (at.clipper !== undefined) {
      found = at.clipper;
      break;
    }
    pending.push(at);
    if (cutsOff(engine, at)) {
      found = at.element;
      break;
    }
  }
  for (const each of pending) each.clipper = found;
  return found;
}

/** What the page's own box cuts off is the viewport, inline boxes cut nothing, and a control only its own text. */
function cutsOff(engine: Engine, { element, tag, traits }: Facts): boolean {
  if (tag === 'body' || tag === 'html' || (traits & Trait.control) !== 0) return false;
  const display = engine.displayOf(element);
  // A drawing is cut off at its edges, however it is laid out.
  if (display === 'inline' ? tag !== 'svg:svg' : display === 'contents') return false;
  return engine.clips(element);
}

function clipOf(element: Element, engine: Engine): 'cuts' | 'scrolls' | undefined {
  if (!cutsOff(engine, engine.factsOf(element))) return undefined;
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((value) => value === 'auto' || value === 'scroll') ? 'scrolls' : 'cuts';
}

/** Left of or above what scrolling shows, where that starts at the left and at the top. */
function isBeforeStart(scroller: Element, box: Area, area: Area): boolean {
  const { direction, flexDirection, writingMode } = getComputedStyle(scroller);
  if (direction === 'rtl' || flexDirection.endsWith('reverse') || writingMode !== 'horizontal-tb')
    return false;
  return box.right < area.left - scrollLeft(scroller) || box.bottom < area.top - scrollTop(scroller);
}

/** Nothing overflows a box of one pixel that is clipped. */
function isCutOff(engine: Engine, element: Element): boolean {
  const { overflowX, clip, clipPath } = engine.styleOf(element);
  return overflowX !== 'visible' || clip !== 'auto' || clipPath !== 'none';
}

const areaOf = ({ left, top, right, bottom }: Area): number => (right - left) * (bottom - top);

/** In one direction or both. */
const isSliver = ({ left, top, right, bottom }: Area): boolean =>
  right - left <= THIN || bottom - top <= THIN;

const isEmpty = ({ left, top, right, bottom }: Area): boolean => right - left < 1 || bottom - top < 1;

const common = (a: Area, b: Area): Area => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});
