/**
 * The worlds of each frame: our isolated one and the page's own. Chromium creates the isolated world of every new
 * document automatically, because each session registers a script for it, and announces it with an event: a
 * call needs no round trip to find its world.
 */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../../errors.js';
import { type Clock, type Teller, untilTold } from '../../deadline.js';
import type { FrameId } from '../../driver.js';
import type { CdpEvent, Session } from '../connection.js';
import type { FrameTree } from '../frames.js';

export type WorldKind = 'isolated' | 'page';

export interface World {
  readonly kind: WorldKind;
  readonly frame: FrameId;
  readonly session: Session;
  readonly contextId: number;
  /** Unlike `contextId`, never reused by another process. */
  readonly uniqueId: string;
  /** The bundle is known to be in this world. */
  prepared: boolean;
}

interface Waiting extends Teller<World> {
  readonly frame: FrameId;
  readonly kind: WorldKind;
}

export class WorldTable {
  readonly #frames: FrameTree;
  readonly #name: string;
  readonly #worlds = new Map<string, World>();
  readonly #current = new Map<string, World>();
  readonly #waiting = new Set<Waiting>();

  /** `name`: of our isolated world. Chromium returns the same world for the same name. */
  constructor(frames: FrameTree, name: string) {
    this.#frames = frames;
    this.#name = name;
  }

  on(session: Session, event: CdpEvent): void {
    switch (event.method) {
      case 'Runtime.executionContextCreated':
        this.#created(session, event.params.context);
        return;
      case 'Runtime.executionContextDestroyed': {
        const world = this.#worlds.get(event.params.executionContextUniqueId);
        if (world) this.#forget(world);
        return;
      }
      case 'Runtime.executionContextsCleared':
        this.dropSession(session);
        return;
    }
  }

  /** The worlds of a session are gone, with or without the session. */
  dropSession(session: Session): void {
    for (const world of [...this.#worlds.values()]) if (world.session === session) this.#forget(world);
  }

  /** A frame committed or moved between sessions: its world may be available to those who wait for it. */
  frameChanged(frame: FrameId): void {
    for (const waiting of [...this.#waiting]) {
      if (waiting.frame !== frame) continue;
      const world = this.#find(frame, waiting.kind);
      if (world) waiting.resolve(world);
    }
  }

  frameGone(frame: FrameId): void {
    this.#rejectWaiting(new SightlineError('frame-gone', `Frame ${frame} was removed`), frame);
  }

  /** The page is gone or crashed: no more worlds will be announced. */
  end(error: SightlineError): void {
    this.#rejectWaiting(error);
    this.#worlds.clear();
    this.#current.clear();
  }

  contextIdOf(frame: FrameId): number | undefined {
    return this.#find(frame, 'isolated')?.contextId;
  }

  /** The world of a frame; waits for it if necessary. */
  async get(frame: FrameId, kind: WorldKind, clock: Clock): Promise<World> {
    const { session } = this.#frames.get(frame);
    const known = this.#find(frame, kind);
    if (known) return known;
    return untilTold<World>(
      `Waiting for frame ${frame} to be able to run scripts`,
      clock.left(),
      (teller) => {
        const waiting: Waiting = { frame, kind, ...teller };
        this.#waiting.add(waiting);
        // Documents without scripts of their own (sandboxed, not loaded yet) get a world only on request. The
        // reply also comes as an event; a refusal means that the frame is on its way to another document.
        if (kind === 'isolated' && session.alive)
          void Promise.allSettled([
            session.send('Page.createIsolatedWorld', { frameId: frame, worldName: this.#name }, clock.left()),
          ]);
        return () => this.#waiting.delete(waiting);
      },
    );
  }

  #find(frame: FrameId, kind: WorldKind): World | undefined {
    const world = this.#current.get(`${kind} ${frame}`);
    // A frame that moved to another process left its old worlds behind.
    return world?.session === this.#frames.find(frame)?.session ? world : undefined;
  }

  #created(session: Session, context: Protocol.Runtime.ExecutionContextDescription): void {
    // The protocol types `auxData` as `any`; for pages it is documented to have these fields.
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: FrameId; isDefault?: boolean };
    if (frameId === undefined || !(isDefault || context.name === this.#name)) return;
    const world: World = {
      kind: isDefault ? 'page' : 'isolated',
      frame: frameId,
      session,
      contextId: context.id,
      uniqueId: context.uniqueId,
      prepared: false,
    };
    this.#worlds.set(world.uniqueId, world);
    this.#current.set(`${world.kind} ${frameId}`, world);
    this.frameChanged(frameId);
  }

  #forget(world: World): void {
    this.#worlds.delete(world.uniqueId);
    const key = `${world.kind} ${world.frame}`;
    if (this.#current.get(key) === world) this.#current.delete(key);
  }

  #rejectWaiting(error: SightlineError, frame?: FrameId): void {
    for (const waiting of [...this.#waiting])
      if (frame === undefined || waiting.frame === frame) waiting.reject(error);
  }
}
