/** Joins the DOM texts of frames: refs get their frame's part, iframes get their content. */
import { escapeComment, FRAME_MARK, RAW_MARK, REF_MARK } from './dom-escape.js';

export interface DomFrame {
  /** As the in-page code writes it. */
  text: string;
  /** `e`, `f1e`: the prefix of the frame's refs. */
  prefix: string;
  /** The content of its iframes by element number, or why it is unknown. */
  frames: ReadonlyMap<number, DomFrame | { missing: string }>;
}

const PLACE = new RegExp(`^( *)${FRAME_MARK}(\\d+)${FRAME_MARK}$`, 'gm');
const SET_IN = new RegExp(`\\n(?!${RAW_MARK})`, 'g');

export function stitchDom(frame: DomFrame): string {
  const text = joined(frame);
  return `${text.includes(RAW_MARK) ? text.replaceAll(RAW_MARK, '') : text}\n`;
}

function joined({ text, prefix, frames }: DomFrame): string {
  const own = text.replaceAll(REF_MARK, prefix);
  if (!own.includes(FRAME_MARK)) return own;
  return own.replace(PLACE, (_, indent: string, number: string) => {
    const content = frames.get(Number(number)) ?? { missing: 'no frame was found for this element' };
    if ('missing' in content) return `${indent}<!-- not read: ${escapeComment(content.missing)} -->`;
    const ref = prefix + number;
    const inner = joined(content).replace(SET_IN, `\n${indent}`);
    return `${indent}<!-- BEGIN IFRAME ${ref} -->\n${indent}${inner}\n${indent}<!-- END IFRAME ${ref} -->`;
  });
}
