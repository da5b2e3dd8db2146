/** The pictures by which a thing is known. Of one that is not there yet nothing can be said. */
import type { Aria } from '../aria/aria.js';
import { elementQuery, getAttribute, getAttributeNames, localName } from '../dom/intrinsics.js';
import { mappedImage } from '../dom/mapped-image.js';

const INLINE = /^(?:data|blob):/i;
/** The empty picture that pages show until the real one is there. */
const PLACEHOLDER = /^data:image\/gif;base64,R0lGOD/i;
/** Of a longer address inside of the document, samples are compared. */
const MAX_INLINE = 400;
const SAMPLES = 8;
const MAX_ICON = 80;

/** Where a page loads pictures late, it says beforehand which ones. */
export function pictureOf(image: Element): string {
  const source =
    getAttribute(image, 'data-src') ?? getAttribute(image, 'src') ?? getAttribute(image, 'srcset') ?? '';
  if (PLACEHOLDER.test(source)) return '';
  return INLINE.test(source) ? sampled(source) : source;
}

/** A background that is written on the element itself. */
export function backgroundOf(element: Element, aria: Aria): string {
  if (!aria.hasAttributes(element)) return '';
  const [, source = ''] = /url\(\s*["']?([^"')]+)/i.exec(getAttribute(element, 'style') ?? '') ?? [];
  return INLINE.test(source) ? sampled(source) : source;
}

const SHAPES = 'path,polygon,polyline,line,rect,circle,ellipse';

/** A control without a name is known by its icon, however that is drawn. */
export function ownPicture(element: Element, name: string, aria: Aria): string {
  const own = aria.tagOf(element) === 'area' ? mappedImage(element) : element;
  if (own && localName(own) === 'img') return pictureOf(own);
  const image = elementQuery(element, name === '' ? `img,use,i,${SHAPES}` : 'img,use');
  if (!image) return backgroundOf(element, aria);
  switch (localName(image)) {
    case 'img':
      return pictureOf(image);
    case 'use':
      return getAttribute(image, 'href') ?? getAttribute(image, 'xlink:href') ?? '';
    case 'i':
      return (getAttribute(image, 'class') ?? '').slice(0, MAX_ICON);
    default:
      return shapeOf(image).slice(0, MAX_ICON);
  }
}

const shapeOf = (shape: Element): string =>
  getAttribute(shape, 'd') ??
  `${localName(shape)} ${getAttributeNames(shape).map((name) => `${name}=${getAttribute(shape, name)}`)}`;

/** Lists of pictures, one on each line. One that is loaded late is no other one. */
export function samePictures(was: string, is: string): boolean {
  if (was === is) return true;
  const [before, now] = [was.split('\n'), is.split('\n')];
  return before.length !== now.length || before.every((one, at) => samePicture(one, now[at] ?? ''));
}

const samePicture = (one: string, other: string): boolean =>
  one === other || one === '' || other === '' || INLINE.test(one) !== INLINE.test(other);

function sampled(source: string): string {
  if (source.length <= MAX_INLINE) return source;
  let text = `${source.slice(0, 20)}… ${source.length} `;
  const step = source.length / SAMPLES;
  for (let at = 1; at <= SAMPLES; at++) text += source.slice(step * at - 20, step * at);
  return text;
}
