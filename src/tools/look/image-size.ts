/** The size of a picture, and how much smaller it must be to be sent. */

export interface Size {
  width: number;
  height: number;
}

export interface ImageLimits {
  /** Pixels of the longer side; 0 for any. */
  side: number;
  /** Pixels in all; 0 for any. */
  pixels: number;
}

const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
/** Huffman tables, a reserved code and arithmetic coding: no frames. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

/** Of a PNG or a JPEG; undefined for anything else. */
export function imageSize(data: Uint8Array): Size | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (data.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (data.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= data.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (marker >= FIRST_FRAME && marker <= LAST_FRAME && !NO_FRAMES.has(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}

/** 1 if it is small enough. */
export function scaleToFit({ width, height }: Size, { side, pixels }: ImageLimits): number {
  const bySide = side === 0 ? 1 : side / Math.max(width, height, 1);
  const byPixels = pixels === 0 ? 1 : Math.sqrt(pixels / Math.max(width * height, 1));
  return Math.min(1, bySide, byPixels);
}
