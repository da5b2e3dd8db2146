/**
 * Refs as page `c0p0` would print them. Contexts are numbered per process, so the same test has other numbers in
 * the second browser; what matters to a test is the frame and the element.
 */
import type { Page } from '../../src/index.js';
import { refPrefix } from '../../src/tree/ref.js';

function place(page: Page): string {
  return refPrefix({ context: page.context.index, page: page.index, frame: 0 }).slice(0, -1);
}

export function local<T>(page: Page, value: T): T {
  const prefix = place(page);
  if (prefix === '') return value;
  // A copy of the same shape: only strings inside it change.
  return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'string' ? each.replaceAll(new RegExp(`\\b${prefix}(?=[ef][0-9])`, 'g'), '') : each,
  ) as T;
}

/** A local ref or frame handle as this page prints it. */
export function handle(page: Page, ref: string): string {
  return place(page) + ref;
}
