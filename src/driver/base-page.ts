/** What a page does the same way over every protocol: run operations, notify listeners, pass calls to its parts. */
import { isSightlineError, SightlineError } from '../errors.js';
import { untilTold } from './deadline.js';
import type {
  CallScope,
  ContextId,
  DriverPage,
  FrameId,
  PageEvent,
  RemoteHandle,
  RemoteId,
} from './driver.js';
import { PageListeners } from './page-listeners.js';

type Handles = CallScope & { handles?: RemoteHandle[] };

/** Running functions in the worlds of a frame. */
interface Worlds {
  call(frame: FrameId, fn: string, arg: string, options?: Handles): Promise<string>;
  identify(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteId[]>;
  handle(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteHandle | null>;
  closedRoots(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<(RemoteHandle | null)[]>;
  evaluate(frame: FrameId, fn: string, args: unknown[], options?: Handles): Promise<unknown>;
}

interface Bodies {
  ofRequest(id: string, scope?: CallScope): Promise<Uint8Array | undefined>;
  ofResponse(id: string, scope?: CallScope): Promise<Uint8Array | undefined>;
}

type Shared =
  | 'id'
  | 'context'
  | 'opener'
  | 'mainFrame'
  | 'subscribe'
  | 'call'
  | 'identify'
  | 'handle'
  | 'closedRoots'
  | 'evaluate'
  | 'answerDialog'
  | 'requestBody'
  | 'responseBody';

/** What an operation fails with when its page ends in the middle of it. */
const SIGNS_OF_AN_END = ['document-gone', 'frame-gone', 'protocol-error'] as const;

/** Milliseconds: a browser reports a crash within moments of failing the operations that it cut short. */
const REPORT = 1_000;

export abstract class BasePage implements Pick<DriverPage, Shared> {
  readonly id: string;
  readonly context: ContextId;
  readonly opener: string | undefined;
  readonly mainFrame: FrameId;
  protected readonly listeners = new PageListeners();
  protected gone: SightlineError | undefined;
  protected closing = false;
  protected abstract readonly worlds: Worlds;
  protected abstract readonly bodies: Bodies;
  protected abstract readonly dialogs: { answer(accept: boolean, promptText?: string): Promise<void> };

  constructor(id: string, context: ContextId, opener: string | undefined) {
    this.id = id;
    this.mainFrame = id;
    this.context = context;
    this.opener = opener;
  }

  abstract hasFrame(frame: FrameId): boolean;

  /** Called after the page was announced to the driver's listeners. */
  announced(): void {
    this.listeners.announced();
  }

  subscribe(listener: (event: PageEvent) => void): () => void {
    return this.listeners.subscribe(listener);
  }

  call(frame: FrameId, fn: string, arg: string, options?: Handles): Promise<string> {
    return this.do(() => this.worlds.call(frame, fn, arg, options), frame);
  }

  identify(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteId[]> {
    return this.do(() => this.worlds.identify(frame, fn, arg, options), frame);
  }

  handle(frame: FrameId, fn: string, arg: string, options?: CallScope): Promise<RemoteHandle | null> {
    return this.do(() => this.worlds.handle(frame, fn, arg, options), frame);
  }

  closedRoots(
    frame: FrameId,
    fn: string,
    arg: string,
    options?: CallScope,
  ): Promise<(RemoteHandle | null)[]> {
    return this.do(() => this.worlds.closedRoots(frame, fn, arg, options), frame);
  }

  evaluate(frame: FrameId, fn: string, args: unknown[], options?: Handles): Promise<unknown> {
    return this.do(() => this.worlds.evaluate(frame, fn, args, options), frame);
  }

  answerDialog(accept: boolean, promptText?: string): Promise<void> {
    return this.do(() => this.dialogs.answer(accept, promptText));
  }

  requestBody(id: string, scope?: CallScope): Promise<Uint8Array | undefined> {
    return this.do(() => this.bodies.ofRequest(id, scope));
  }

  responseBody(id: string, scope?: CallScope): Promise<Uint8Array | undefined> {
    return this.do(() => this.bodies.ofResponse(id, scope));
  }

  /**
   * Runs an operation. If it fails, throws the plainest reason: the page is gone, else the frame, else the document.
   */
  protected async do<T>(operation: () => Promise<T>, frame?: FrameId): Promise<T> {
    if (this.gone) throw this.gone;
    try {
      return await operation();
    } catch (error) {
      if (!SIGNS_OF_AN_END.some((code) => isSightlineError(error, code))) throw error;
      if (isSightlineError(error, 'protocol-error')) await this.#untilReported();
      if (this.gone) throw this.gone;
      if (this.closing) throw new SightlineError('page-closed', 'The page was closed', { cause: error });
      if (frame !== undefined && !this.hasFrame(frame))
        throw new SightlineError('frame-gone', `Frame ${frame} does not exist or was removed`, {
          cause: error,
        });
      throw error;
    }
  }

  /** An error without a meaning may be the first sign of a crash. */
  async #untilReported(): Promise<void> {
    if (this.gone || this.closing) return;
    const reported = untilTold<void>('The end of the page', { timeout: REPORT }, ({ resolve }) =>
      this.listeners.watch(({ type }) => {
        if (type === 'crashed' || type === 'closed') resolve();
      }),
    );
    await Promise.allSettled([reported]);
  }
}
