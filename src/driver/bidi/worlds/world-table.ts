/**
 * The realms of each frame: its page's and our sandbox, the document that they belong to, and whether the sandbox has the
 * bundle.
 */
import type { Script } from 'webdriver-bidi-protocol';
import type { DocumentId, FrameId } from '../../driver.js';
import { type FrameTree, isOfChromium } from '../frames.js';

export const SANDBOX = 'sightline';

export type Kind = 'sandbox' | 'page';

export interface Realms {
  sandbox?: Script.Realm;
  page?: Script.Realm;
  /** What the registered script left in the sandbox: the document is new, not from the back/forward cache. */
  token?: string;
  /** The document that the realms belong to; none while it has not committed yet. */
  document?: DocumentId;
  /** The document whose sandbox has received the bundle. */
  prepared?: DocumentId;
}

export class WorldTable {
  readonly #frames: FrameTree;
  readonly #realms = new Map<FrameId, Realms>();

  constructor(frames: FrameTree) {
    this.#frames = frames;
  }

  remember(frame: FrameId, realm: Script.Realm, sandbox: string | undefined): void {
    if (sandbox !== undefined && sandbox !== SANDBOX) return;
    const realms = this.of(frame);
    if (sandbox === SANDBOX) realms.sandbox = realm;
    else {
      realms.page = realm;
      // A sandbox belongs to its window, and a new one is announced after its window.
      delete realms.sandbox;
      delete realms.token;
      const entry = this.#frames.find(frame);
      if (entry && !entry.pending) realms.document = entry.document;
      else delete realms.document;
    }
  }

  destroyed(realm: Script.Realm): void {
    for (const [frame, realms] of this.#realms) {
      if (realms.page === realm) this.#realms.delete(frame);
      if (realms.sandbox !== realm) continue;
      delete realms.sandbox;
      delete realms.token;
    }
  }

  committed(frame: FrameId, sameDocument = false): void {
    // Chromium announces the window of a document after its commit: this one is of the document before.
    const { page } = this.of(frame);
    if (!sameDocument && page !== undefined && isOfChromium(page)) this.#realms.delete(frame);
    this.of(frame).document = this.#frames.get(frame).document;
  }

  forget(frame: FrameId): void {
    this.#realms.delete(frame);
  }

  /** Whether a frame still has the document that we know, going by its realm; forgets one that is gone. */
  stillHas(frame: FrameId, realms: ReadonlySet<Script.Realm> | undefined): boolean {
    const { page, sandbox } = this.#realms.get(frame) ?? {};
    const known = page ?? sandbox;
    if (known === undefined || realms === undefined || realms.has(known)) return true;
    this.#realms.delete(frame);
    return false;
  }

  isFresh(frame: FrameId): boolean {
    return this.#realms.get(frame)?.token !== undefined;
  }

  /** Whether a realm is that of a document of the page. */
  has(realm: Script.Realm): boolean {
    return [...this.#realms.values()].some(({ page }) => page === realm);
  }

  realmOf(frame: FrameId, kind: Kind): Script.Realm | undefined {
    return this.#realms.get(frame)?.[kind];
  }

  of(frame: FrameId): Realms {
    const known = this.#realms.get(frame);
    if (known) return known;
    const realms: Realms = {};
    this.#realms.set(frame, realms);
    return realms;
  }

  find(frame: FrameId): Realms | undefined {
    return this.#realms.get(frame);
  }
}
