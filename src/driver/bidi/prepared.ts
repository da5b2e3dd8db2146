/**
 * Functions as they are sent into a sandbox: with the bundle before them, or with a check that it is
 * there already.
 *
 * The mark holds the document that the bundle was evaluated for: when the first document of an iframe
 * comes from its parent's origin, Firefox keeps window and sandbox and exchanges only the document.
 * A page can't see the mark, nor shadow it by naming an element: names of elements are strings.
 */
const MARK = `Symbol.for('sightline.bundle')`;

/** What a function returns instead when the bundle is not there: no function of ours returns this text. */
export const NOT_PREPARED = '\u0000sightline: the bundle is missing';

export function withBundle(bundle: string, fn: string): string {
  return `(...$args) => {
  const $mark = ${MARK};
  if (globalThis[$mark] !== document) {
    ${bundle}
    ;globalThis[$mark] = document;
  }
  return (${fn})(...$args);
}`;
}

export function withoutBundle(fn: string): string {
  return `(...$args) => globalThis[${MARK}] === document ? (${fn})(...$args) : ${JSON.stringify(NOT_PREPARED)}`;
}
