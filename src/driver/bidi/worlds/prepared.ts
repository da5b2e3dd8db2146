/**
 * Functions as they are sent into a sandbox: with the bundle before them, or with a check that it is already
 * there; and only for the intended sandbox. The mark holds the document that the bundle was evaluated for: when
 * the first document of an iframe comes from its parent's origin, Firefox keeps the window and the sandbox and
 * replaces only the document. A page cannot see the mark, nor shadow it by naming an element: names of elements
 * are strings.
 */
const MARK = `Symbol.for('sightline.bundle')`;

/** What a function returns if the bundle is missing: no function of ours returns this text. */
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

const TOKEN = `Symbol.for('sightline.token')`;

/**
 * An expression that leaves a token in the sandbox and evaluates to it. It identifies sandboxes; it is no
 * protection.
 */
export const LEAVE_TOKEN = `globalThis[${TOKEN}] = String(Math.random())`;

/** What a function returns if it runs in another sandbox than intended. */
export const OTHER_SANDBOX = '\u0000sightline: another sandbox';

export function onlyWith(token: string, fn: string): string {
  return `(...$args) => globalThis[${TOKEN}] === ${JSON.stringify(token)} ? (${fn})(...$args) : ${JSON.stringify(OTHER_SANDBOX)}`;
}
