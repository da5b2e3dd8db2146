/** The trails of a server: one for each workspace in which its agents work. */
import type { Workplace } from '../workplace.js';
import { Trail, type TrailOptions } from './trail.js';

export class Trails {
  readonly #options: TrailOptions | undefined;
  readonly #byFolder = new Map<string, Trail>();
  readonly #onBegin: (folder: string) => void;
  #newest: string | undefined;

  /** Without options, none is written. */
  constructor(options: TrailOptions | undefined, onBegin: (folder: string) => void) {
    this.#options = options;
    this.#onBegin = onBegin;
  }

  of({ state, folder }: Workplace): Trail | undefined {
    const options = this.#options;
    const where = state.workspace?.folder ?? (options?.anywhere ? folder : options?.home);
    if (!options || where === undefined) return undefined;
    let trail = this.#byFolder.get(where);
    if (!trail) {
      trail = new Trail(where, options, (begun) => {
        this.#newest = begun;
        this.#onBegin(begun);
      });
      this.#byFolder.set(where, trail);
    }
    return trail;
  }

  /** The folder of the trail that began last, if any has. */
  get newest(): string | undefined {
    return this.#newest;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#byFolder.values()].map((trail) => trail.end()));
  }
}
