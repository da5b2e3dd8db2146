/**
 * How the bundle comes into an isolated world. It is registered for every new document as a function that nobody
 * calls until the first call into that document: the browser keeps its text and its compiled code, so a document costs
 * almost nothing, and the text is sent once and not to each. Documents older than the session get it with a call.
 *
 * The mark is kept in the world itself because a document from the back/forward cache brings back its world, including
 * the bundle. A page cannot see the mark, nor shadow it by naming an element: names of elements are strings.
 */
const MARK = `Symbol.for('sightline.bundle')`;

/** What a function returns if the bundle is missing: no function of ours returns this text. */
export const NOT_PREPARED = '\u0000sightline: the bundle is missing';

/** For every new document. */
export const registered = (bundle: string): string => `globalThis[${MARK}] ??= () => {
${bundle}
};`;

/** With the bundle that was registered. */
export function withRegistered(fn: string): string {
  return `(...$args) => {
  const $bundle = globalThis[${MARK}];
  if ($bundle === undefined) return ${JSON.stringify(NOT_PREPARED)};
  if ($bundle !== true) {
    $bundle();
    globalThis[${MARK}] = true;
  }
  return (${fn})(...$args);
}`;
}

export function withBundle(bundle: string, fn: string): string {
  return `(...$args) => {
  if (globalThis[${MARK}] !== true) {
    ${bundle}
    ;globalThis[${MARK}] = true;
  }
  return (${fn})(...$args);
}`;
}
