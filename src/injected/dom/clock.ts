/**
 * `performance` for in-page code, put in its place by the bundler. Firefox has none in a document that it made for an XSLT
 * program that failed: there the wall clock stands in.
 */
const clock: { now(): number } = (window.performance as Performance | null) ?? Date;

export { clock as performance };
