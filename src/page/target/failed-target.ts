/** What a message about a target needs to know of it. */
import type { RefStyle } from '../../tree/ref.js';
import type { Target } from '../../wire/api.js';
import type { SeenFrame, Sight } from './sight.js';

export interface FailedTarget {
  readonly frame: FailedFrame;
  readonly target: Target;
  readonly label: string;
  readonly sight?: Sight;
}

export interface FailedFrame extends SeenFrame {
  readonly handle: string;
  readonly url: string;
  readonly parent: unknown;
  readonly memory: {
    hasGiven(element: number): boolean;
    lastShown(element: number): { role: string; name: string } | undefined;
  };
  readonly page: {
    readonly index: number;
    readonly context: { readonly index: number };
    readonly defaults: { readonly refs: RefStyle };
    frames(): readonly unknown[];
  };
}
