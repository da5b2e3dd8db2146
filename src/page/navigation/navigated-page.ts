/** What navigating needs of a page. */
import type { DriverPage, LoadState, PageEvent } from '../../driver/driver.js';
import type { OriginRules } from '../../fence/origin-rules.js';
import type { CallLimits } from '../deadline.js';
import type { NetworkEntry } from '../log.js';

/** The requests of a page are in its log. */
export interface LoggingPage {
  readonly driver: Pick<DriverPage, 'mainFrame'>;
  readonly log: { readonly network: readonly NetworkEntry[] };
}

/** Its documents come and go. */
export interface LoadingPage {
  readonly handle: string;
  readonly driver: Pick<DriverPage, 'mainFrame' | 'frames'>;
  on(event: 'event', listener: (event: PageEvent) => void): () => void;
  on(event: 'closed', listener: (reason: string) => void): () => void;
  unlessDialog<T>(promise: Promise<T>): Promise<T>;
}

export interface NavigatedPage extends LoggingPage, LoadingPage {
  readonly driver: Pick<DriverPage, 'mainFrame' | 'frames' | 'navigate'>;
  readonly mainFrame: { readonly loadState: LoadState };
  readonly navigationTimeout: number;
  readonly context: {
    readonly browser: {
      readonly origins: OriginRules | undefined;
      failureOf(url: string): string | undefined;
    };
  };
  readonly actions: {
    follow(doing: () => Promise<boolean>, limits: CallLimits): Promise<{ notes: string[] }>;
  };
  readonly busy: { takeFreed(): string[] };
  assertNavigable(): void;
  free(): Promise<void>;
  waitForLoadState(state: 'interactive' | 'load', limits: CallLimits): Promise<void>;
}
