/**
 * What one agent has been shown: the last snapshot and the parts it saw of each page, and the documents and addresses
 * of the sites it visited.
 */
import type { Page } from '../page/page.js';
import type { Snapshot, SnapshotNode } from '../tree/node.js';
import { originOf } from '../tree/url.js';
import { Seen } from './seen.js';

/** A tree of 10,000 elements takes some 5 MB. */
const MOST_SITES = 8;
const MOST_VISITED = 500;

export class Memory {
  readonly #shown = new WeakMap<Page, Snapshot>();
  /** The last document of each origin. */
  readonly #sites = new Map<string, SnapshotNode>();
  readonly #visited = new Set<string>();
  readonly #seen = new WeakMap<Page, Seen>();

  /** The snapshot of a page that this agent saw last. */
  shown(page: Page): Snapshot | undefined {
    return this.#shown.get(page);
  }

  /** The agent has been shown this snapshot of the page. */
  remember(page: Page, snapshot: Snapshot): void {
    this.#shown.set(page, snapshot);
    const site = originOf(snapshot.json.url);
    if (site === undefined) return;
    this.#visited.add(withoutFragment(snapshot.json.url));
    for (const each of this.#visited) if (this.#visited.size > MOST_VISITED) this.#visited.delete(each);
    const { root } = snapshot.json;
    const known = this.#sites.get(site);
    this.#sites.delete(site);
    // A modal dialog hides the rest of its document, which the agent knows all the same.
    this.#sites.set(site, known?.ref === root.ref && isModal(root) ? known : root);
    for (const each of this.#sites.keys()) if (this.#sites.size > MOST_SITES) this.#sites.delete(each);
  }

  /** The document of this site that the agent was shown last, on whichever page. */
  lastOf(url: string): SnapshotNode | undefined {
    const site = originOf(url);
    return site === undefined ? undefined : this.#sites.get(site);
  }

  /** Whether the agent was shown a document of this address. */
  hasVisited(url: string): boolean {
    return this.#visited.has(withoutFragment(url));
  }

  /** Records that the agent saw this part of the page in addition to its last snapshot. */
  see(page: Page, text: string, moments: Snapshot['moments']): void {
    const shown = this.#shown.get(page);
    if (shown) page.history.see(shown.json.snapshotId, text);
    if (moments) this.seen(page).part(text, moments);
  }

  /** When this agent has seen what of a page. */
  seen(page: Page): Seen {
    let seen = this.#seen.get(page);
    if (!seen) {
      seen = new Seen();
      this.#seen.set(page, seen);
    }
    return seen;
  }
}

const isModal = ({ children }: SnapshotNode): boolean =>
  children.every(({ role }) => role === 'dialog' || role === 'alertdialog');

const withoutFragment = (url: string): string => url.replace(/#.*$/, '');
