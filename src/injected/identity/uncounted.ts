/**
 * The name of a group, a heading or a column without what it counts: "Comments (12)", "12 comments", "Inbox 4". A number
 * that may be a part of the name stays: "Order 1041", "Room 4".
 */
import { elementQueryAll, getAttribute, textContent } from '../dom/intrinsics.js';
import { isCount } from './loosened.js';

/** A longer number without a separator is more likely a name. */
const IN_BRACKETS = /\s*[([]\s*(?:\d{1,3}(?:[.,]\d{3})*|\d[\d.]*[KkM])\+?\s*[)\]]/g;
/** What is counted wherever it is said, in English. */
const COUNTED =
  /^(inbox|outbox|drafts|sent|spam|junk|trash|unread|starred|snoozed|archived?|all|messages|comments|replies|notifications|alerts|tasks|cart|basket|bag)\s+\d[\d.,]*[KkM]?\+?$/i;
/** Which way a column is sorted. */
const ARROWS = /[\s\u2190-\u21ff\u25a0-\u25ff\u2b00-\u2bff]+$/u;
const BADGE = /badge|count|unread|pill/i;
const NUMBER = /^\s*\d[\d.,\s]*[KkM]?\+?\s*$/;

export function uncounted(name: string): string {
  const text = name.replace(ARROWS, '');
  if (!/\d/.test(text)) return isCount(text) ? text.replace(/^no/i, '#') : text;
  if (isCount(text)) return text.replace(/^\S+/, '#').replace(/s$/, '');
  return text.replace(IN_BRACKETS, '').replace(COUNTED, '$1').trim();
}

/** The same of what an element says. A number in a box of its own is one, if its class says so. */
export function uncountedText(element: Element): string {
  const whole = (textContent(element) ?? '').replace(/\s+/g, ' ').trim();
  if (!/\d/.test(whole)) return uncounted(whole);
  let text = whole;
  for (const part of elementQueryAll(element, '[class]'))
    if (isBadge(part)) text = text.replace((textContent(part) ?? '').trim(), '').trim();
  return uncounted(text.replace(/\s+/g, ' '));
}

export const isBadge = (element: Element): boolean =>
  BADGE.test(getAttribute(element, 'class') ?? '') && NUMBER.test(textContent(element) ?? '');
