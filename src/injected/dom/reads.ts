/**
 * What a capture reads that no mutation record covers: styles, boxes, shadow roots that come late. WebDriver BiDi does
 * not count how often a browser computes styles and layout. There, each read is noted with its result, and before the next
 * capture all are made once more. Where every one has the same result, and no node changed, the capture would be the same.
 */

type Read = (target: never, argument: never) => unknown;

/** A result that is compared by what it holds. */
interface Comparable {
  isLike(other: this): boolean;
}

/** What is noted of each read. */
interface Noted {
  readonly read: Read;
  /** What is compared of its result, where that is not the result itself. */
  readonly told: ((result: never) => unknown) | undefined;
}

export class Reads {
  /** Read, target, argument and result in turn: an object for each of some hundred thousand reads would cost too much. */
  readonly #notes: unknown[] = [];

  add(noted: Noted, target: never, argument: never, result: unknown): void {
    const notes = this.#notes;
    const at = notes.length;
    notes[at] = noted;
    notes[at + 1] = target;
    notes[at + 2] = argument;
    notes[at + 3] = noted.told ? noted.told(result as never) : result;
  }

  /** Whether all have the same results now. */
  hold(): boolean {
    const notes = this.#notes;
    for (let at = 0; at < notes.length; at += 4) {
      const { read, told } = notes[at] as Noted; // as `add` puts them
      const result = read(notes[at + 1] as never, notes[at + 2] as never);
      if (!isSame(notes[at + 3], told ? told(result as never) : result)) return false;
    }
    return true;
  }
}

/** Undefined: nobody wants to know. */
let noting: Reads | undefined;

/** From here on, reads are noted. */
export function startNoting(): void {
  noting = new Reads();
}

export function stopNoting(): Reads | undefined {
  const reads = noting;
  noting = undefined;
  return reads;
}

/** A read that is noted while somebody wants to know. `told`: what is compared of its result, as a value or a list of such. */
export function noted<R extends Read>(read: R, told?: (result: ReturnType<R>) => unknown): R {
  const note: Noted = { read, told };
  const call = (target: never, argument: never): unknown => {
    const result = read(target, argument);
    noting?.add(note, target, argument, result);
    return result;
  };
  return call as R; // same arguments, same result
}

function isSame(was: unknown, is: unknown): boolean {
  if (was === is) return true;
  if (typeof was !== 'object' || typeof is !== 'object' || was === null || is === null) return false;
  if (!Array.isArray(was)) return 'isLike' in was && (was as Comparable).isLike(is as Comparable); // the same read made both
  if (!Array.isArray(is) || was.length !== is.length) return false;
  for (let at = 0; at < was.length; at++) if (was[at] !== is[at]) return false;
  return true;
}

/** The properties that in-page code may read: all of these are noted. */
const PROPERTIES = [
  'backdropFilter',
  'backfaceVisibility',
  'backgroundClip',
  'backgroundColor',
  'backgroundImage',
  'backgroundPosition',
  'borderBottomColor',
  'borderBottomWidth',
  'borderLeftColor',
  'borderLeftWidth',
  'borderRightColor',
  'borderRightWidth',
  'borderTopColor',
  'borderTopLeftRadius',
  'borderTopWidth',
  'bottom',
  'boxShadow',
  'clip',
  'clipPath',
  'color',
  'colorScheme',
  'contain',
  'content',
  'contentVisibility',
  'counterIncrement',
  'counterReset',
  'counterSet',
  'cursor',
  'direction',
  'display',
  'fill',
  'fillOpacity',
  'filter',
  'flexDirection',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'height',
  'isolation',
  'left',
  'letterSpacing',
  'maskImage',
  'maskPosition',
  'maskRepeat',
  'maskSize',
  'mixBlendMode',
  'offsetPath',
  'opacity',
  'overflow',
  'overflowX',
  'overflowY',
  'paddingBottom',
  'paddingLeft',
  'paddingRight',
  'paddingTop',
  'perspective',
  'pointerEvents',
  'position',
  'quotes',
  'right',
  'rotate',
  'scale',
  'stroke',
  'strokeOpacity',
  'textDecorationLine',
  'textIndent',
  'textShadow',
  'textTransform',
  'top',
  'transform',
  'transformStyle',
  'translate',
  'visibility',
  'webkitTextFillColor',
  'webkitTextStrokeColor',
  'webkitTextStrokeWidth',
  'whiteSpaceCollapse',
  'width',
  'willChange',
  'wordSpacing',
  'writingMode',
  'zIndex',
  'zoom',
] as const;

type Property = (typeof PROPERTIES)[number];

/** A computed style: live, as browsers make it. */
export type Style = Readonly<Pick<CSSStyleDeclaration, Property>>;

const PROPERTY: Noted = { read: (style: Style, name: Property): string => style[name], told: undefined };

/** Notes what is read of it. */
class NotedStyle {
  readonly style: Style;

  constructor(style: Style) {
    this.style = style;
  }
}

for (const name of PROPERTIES)
  Object.defineProperty(NotedStyle.prototype, name, {
    get(this: NotedStyle): string {
      const value = this.style[name];
      noting?.add(PROPERTY, this.style as never, name as never, value);
      return value;
    },
  });

type StyleRead = (element: Element, pseudo?: string) => Style;

/** Live, so one for each element is enough: in Firefox, making one costs as much as seven reads of it. */
const styles = new WeakMap<Element, Style>();

/** While nobody wants to know what is read of a style, it is the browser's own. */
export const notedStyle =
  (make: StyleRead): StyleRead =>
  (element, pseudo) => {
    if (!noting) return make(element, pseudo);
    const known = pseudo === undefined ? styles.get(element) : undefined;
    if (known) return known;
    const style = new NotedStyle(make(element, pseudo)) as unknown as Style; // the loop above gives it all properties
    if (pseudo === undefined) styles.set(element, style);
    return style;
  };
