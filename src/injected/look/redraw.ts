/**
 * Redraws a picture: in another size or format, or with marks on it. It uses an offscreen canvas, so nothing is
 * added to the page.
 */
import type { RequestOf } from '../../wire/api.js';

/** Distinct from the page, and from each other where marks overlap. */
const COLORS = ['#c2185b', '#1565c0', '#2e7d32', '#e65100', '#6a1b9a', '#00695c'];
const FONT = 11;
const PADDING = 3;

export async function redraw({ image, type, scale, marks }: RequestOf<'redraw'>): Promise<{ image: string }> {
  const source = await createImageBitmap(new Blob([toBytes(image)]));
  const canvas = new OffscreenCanvas(pixels(source.width * scale), pixels(source.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  context.font = `bold ${FONT}px monospace`;
  context.textBaseline = 'top';
  context.lineWidth = 2;
  marks.forEach(({ label, box }, at) => {
    context.strokeStyle = COLORS[at % COLORS.length] ?? '#000';
    context.strokeRect(box.x, box.y, box.width, box.height);
    const labelWidth = context.measureText(label).width + 2 * PADDING;
    const labelHeight = FONT + 2 * PADDING;
    // Above the box, or inside it if there is no room.
    const x = Math.max(0, Math.min(box.x, canvas.width - labelWidth));
    const y = box.y >= labelHeight ? box.y - labelHeight : Math.max(0, box.y);
    context.fillStyle = context.strokeStyle;
    context.fillRect(x, y, labelWidth, labelHeight);
    context.fillStyle = '#fff';
    context.fillText(label, x + PADDING, y + PADDING);
  });
  const blob = await canvas.convertToBlob({ type });
  return { image: await toBase64(blob) };
}

const pixels = (length: number): number => Math.max(1, Math.round(length));

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** With a FileReader: Firefox does not let a sandbox touch bytes created on the page's side. */
function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });
}
