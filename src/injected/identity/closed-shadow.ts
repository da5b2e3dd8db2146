/**
 * In-page code cannot reach closed shadow roots, but the protocol can hand them in. This decides which elements
 * to ask about: custom elements without an open root, and possible hosts that take up space without content of
 * their own. Each is asked about once per document.
 */
import type { Aria } from '../aria/aria.js';
import { Trait } from '../aria/tag.js';
import { canHost } from '../dom/composed.js';
import { firstChild, isShadowRoot, queryAll, shadowHost } from '../dom/intrinsics.js';

export class ClosedShadow {
  readonly #roots = new WeakMap<Element, ShadowRoot>();
  readonly #asked = new WeakSet<Element>();
  readonly #candidates = new Set<Element>();
  #mode: 'candidates' | 'all' | 'none' = 'none';

  readonly rootOf = (host: Element): ShadowRoot | undefined => this.#roots.get(host);

  /** Starts a capture. */
  begin(mode: 'candidates' | 'all' | 'none', root: Node): void {
    this.#mode = mode;
    this.#candidates.clear();
    if (mode !== 'all') return;
    for (const element of queryAll(root, '*')) {
      if (canHost(element) && !this.#asked.has(element)) this.#candidates.add(element);
    }
  }

  /** Called with every exposed element, after its content: `empty` when it has none. */
  consider(element: Element, traits: number, empty: boolean, aria: Aria): void {
    if (this.#mode === 'none' || (traits & Trait.host) === 0) return;
    const isCustom = (traits & Trait.custom) !== 0;
    if (this.#mode === 'candidates' && !empty && !isCustom) return;
    if (this.#asked.has(element) || aria.shadowRootOf(element)) return;
    if (this.#mode === 'candidates' && !isCustom && !takesRoom(element, aria)) return;
    this.#candidates.add(element);
  }

  get waiting(): number {
    return this.#candidates.size;
  }

  /** Hands out the candidates: they are not offered again. */
  take(): Element[] {
    const taken = [...this.#candidates];
    for (const element of taken) this.#asked.add(element);
    this.#candidates.clear();
    return taken;
  }

  /** Returns how many of the roots were new. */
  adopt(roots: readonly Node[]): number {
    let added = 0;
    for (const root of roots) {
      if (!isShadowRoot(root)) continue;
      const host = shadowHost(root);
      if (this.#roots.has(host)) continue;
      this.#roots.set(host, root);
      added++;
    }
    return added;
  }
}

function takesRoom(element: Element, aria: Aria): boolean {
  if (firstChild(element)) return false;
  const { width, height } = aria.boxOf(element);
  return width > 0 && height > 0;
}
