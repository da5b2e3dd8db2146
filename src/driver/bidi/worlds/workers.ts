/** The dedicated workers of a page. Their realms name the realms of the documents, or of the workers, that own them. */
import type { Script } from 'webdriver-bidi-protocol';
import type { BidiEvent } from '../connection.js';

export class Workers {
  /** All workers of the browser by their realms, each with its owners. */
  readonly #owners = new Map<Script.Realm, readonly Script.Realm[]>();
  readonly #isOurs: (realm: Script.Realm) => boolean;

  /** `isOurs`: whether a realm is that of a document of the page. */
  constructor(isOurs: (realm: Script.Realm) => boolean) {
    this.#isOurs = isOurs;
  }

  on(event: BidiEvent): void {
    if (event.method === 'script.realmCreated' && event.params.type === 'dedicated-worker')
      this.#owners.set(event.params.realm, event.params.owners);
    else if (event.method === 'script.realmDestroyed') this.#owners.delete(event.params.realm);
  }

  get count(): number {
    return [...this.#owners.values()].filter((owners) => owners.some((owner) => this.#isOwner(owner))).length;
  }

  #isOwner(realm: Script.Realm): boolean {
    return this.#isOurs(realm) || (this.#owners.get(realm)?.some((owner) => this.#isOwner(owner)) ?? false);
  }
}
