/** What a snapshot needs of a frame and of its page. */
import type { CallScope, RemoteId } from '../../driver/driver.js';
import type { RefStyle } from '../../tree/ref.js';
import type { CaptureReply, CaptureRequest } from '../../wire/rows.js';
import type { LoadingPage } from '../navigation/navigated-page.js';
import type { FailedFrame } from '../target/failed-target.js';
import type { FrameMemory } from './frame-memory.js';
import type { SnapshotHistory } from './snapshot-history.js';
import type { SnapshotDefaults } from './snapshot-options.js';

export interface CapturedFrame extends FailedFrame {
  readonly failed: boolean | undefined;
  readonly metadata: { readonly sessionId?: string };
  readonly memory: FrameMemory;
  readonly page: CapturedPage;
  /** The browser counts how often it computes styles and layout. */
  readonly counts: boolean;
  handleAs(style: RefStyle): string;
  capture(
    request: CaptureRequest,
    counts: boolean,
    scope: CallScope,
  ): Promise<{ reply: CaptureReply; computed: number | undefined }>;
  countComputed(scope: CallScope): Promise<number | undefined>;
  framesIn(elements: number[], scope: CallScope): Promise<(CapturedFrame | undefined)[]>;
  openClosedRoots(which: 'candidates' | 'all', scope: CallScope): Promise<boolean>;
  nodeIds(elements: number[], scope: CallScope): Promise<RemoteId[]>;
}

export interface CapturedPage extends LoadingPage {
  readonly index: number;
  readonly closed: string | undefined;
  readonly context: { readonly index: number };
  readonly mainFrame: CapturedFrame;
  readonly defaults: SnapshotDefaults;
  readonly history: SnapshotHistory;
  assertUsable(): void;
  frames(): CapturedFrame[];
  frame(handle: string): CapturedFrame;
  locatorFromRef(ref: string): { readonly frame: CapturedFrame };
  takeSnapshotId(): number;
}
