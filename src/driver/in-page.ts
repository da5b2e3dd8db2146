/** In-page functions of `injected/for-driver`, as text that a protocol can be given. */
import { inPageBundles } from './in-page-bundles.js';

/** The source of a self-contained function. */
export function inPage(name: keyof typeof inPageBundles): string {
  return `(...$args) => { let $result; ${inPageBundles[name]} return $result; }`;
}
