/** Elements that are part of a line of Markdown. */
import { isText, type SnapshotChild, type SnapshotNode } from '../node.js';
import { safeText } from '../quote.js';
import { FIELD_ROLES, PRESSED_ROLES } from '../roles.js';
import { isUnseen } from '../view/unseen.js';
import { linkText, linkUrl } from './escape.js';

const INLINE = new Set(
  'code deletion emphasis img insertion link mark math meter progressbar strong subscript suggestion superscript text time'.split(
    ' ',
  ),
);
const CHECKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const VALUED = new Set([...FIELD_ROLES, 'slider', 'listbox']);
const MAX_URL = 500;

export const isInline = ({ role }: SnapshotNode): boolean =>
  INLINE.has(role) || VALUED.has(role) || CHECKED.has(role);

/** There to be used, not to be read. */
export function isLeftOut({ role }: SnapshotNode): boolean {
  return (PRESSED_ROLES.has(role) && role !== 'link' && !CHECKED.has(role)) || role === 'scrollbar';
}

export function inlineOf(node: SnapshotNode): string {
  const { role, url } = node;
  const words = safeText(wordsOf(node).replace(/\s+/g, ' ').trim());
  if (role === 'link') return url && words !== '' ? `[${linkText(words)}](${addressOf(url)})` : words;
  if (role === 'img') return imageOf(node, words);
  if (role === 'code') return words === '' ? '' : `\`${words.replaceAll('`', "'")}\``;
  if (CHECKED.has(role)) return `[${node.states.checked === true ? 'x' : ' '}] ${words}`.trim();
  if (VALUED.has(role)) return fieldOf(node);
  return words;
}

const addressOf = (url: string): string => linkUrl(safeText(url.slice(0, MAX_URL)));

function imageOf({ url }: SnapshotNode, words: string): string {
  if (words === '') return '';
  return `![${linkText(words)}](${url && !url.startsWith('data:') ? addressOf(url) : ''})`;
}

function fieldOf({ name, placeholder, value, states }: SnapshotNode): string {
  const label = safeText((name || placeholder || '').replace(/\s+/g, ' '));
  const held = safeText((value ?? '').replace(/\s+/g, ' ')) || (states.filled ? '(filled)' : '');
  return label === '' ? held : `**${label}**: ${held}`.trim();
}

/** Its text: its name without invisible parts, else its content. */
export function wordsOf(node: SnapshotNode, between = ' '): string {
  const words: string[] = [];
  let { name } = node;
  const pending: SnapshotChild[] = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (isText(next)) words.push(next.text);
    else if (next !== node && isUnseen(next)) name = name.replace(next.text ?? next.name, ' ');
    else if (next !== node && next.name !== '') words.push(next.name);
    else {
      if (next.text) words.push(next.text);
      pending.push(...[...next.children].reverse());
    }
  }
  return name.trim() !== '' ? name.trim() : words.join(between);
}
