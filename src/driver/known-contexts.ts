/** The contexts that a driver knows, with their options. */
import { SightlineError } from '../errors.js';
import type { ContextOptions } from './context-settings.js';
import type { ContextId } from './driver.js';

export class KnownContexts {
  /** The one that exists from the start, and stays. */
  readonly default: ContextId;
  readonly #options: Map<ContextId, ContextOptions>;

  constructor(context: ContextId, options: ContextOptions) {
    this.default = context;
    this.#options = new Map([[context, options]]);
  }

  /** Throws when there is no such context. */
  optionsOf(context: ContextId): ContextOptions {
    const options = this.#options.get(context);
    if (options) return options;
    throw new SightlineError(
      'context-closed',
      `There is no context ${context}: it was closed, or never opened`,
    );
  }

  /** A foreign browser has contexts that we did not create. */
  find(context: ContextId): ContextOptions {
    return this.#options.get(context) ?? {};
  }

  set(context: ContextId, options: ContextOptions): void {
    this.#options.set(context, options);
  }

  /** Forgets those that are neither the default nor among these. */
  keep(contexts: readonly ContextId[]): void {
    for (const context of [...this.#options.keys()])
      if (context !== this.default && !contexts.includes(context)) this.#options.delete(context);
  }

  remove(context: ContextId): void {
    if (context === this.default)
      throw new SightlineError('bad-argument', 'The default context cannot be closed', {
        hint: 'Close its pages, or the browser.',
      });
    this.optionsOf(context);
    this.#options.delete(context);
  }
}
