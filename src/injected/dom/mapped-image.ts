import { clientWidth } from './effects.js';
import { closest, getAttribute, getRootNode, queryAll } from './intrinsics.js';

/** The image that an area of an image map is a part of. */
export function mappedImage(area: Element): Element | undefined {
  const map = closest(area, 'map');
  const name = map && getAttribute(map, 'name');
  if (!name) return undefined;
  const images = [...queryAll(getRootNode(area), 'img[usemap]')];
  const showing = images.filter((image) => (getAttribute(image, 'usemap') ?? '').split('#')[1] === name);
  // Several images may share a map, and some may not be visible.
  return showing.find((image) => clientWidth(image) > 0) ?? showing[0];
}
