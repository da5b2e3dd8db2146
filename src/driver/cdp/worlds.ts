/**
 * Running functions in the isolated world and in the page's own world of a frame.
 *
 * Chromium makes the isolated world of every new document by itself, because each session registers
 * an empty script for it, and announces it by an event: a call needs no round trip to find its world.
 * The bundle is not part of that script: it travels with the first call into a world, so documents
 * that nobody looks at cost nothing.
 */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../errors.js';
import { type Clock, startClock, type Teller, untilTold } from '../deadline.js';
import type { CallScope, FrameId, RemoteHandle, RemoteId } from '../driver.js';
import type { CdpEvent, Session } from './connection.js';
import type { FrameTree } from './frames.js';
import {
  argumentOf,
  closedRootOf,
  remoteIdOf,
  type SerializedValue,
  thrown,
  valueIn,
  withRepeats,
} from './values.js';

export const WORLD_NAME = 'sightline';

type Kind = 'isolated' | 'page';

interface World {
  readonly kind: Kind;
  readonly frame: FrameId;
  readonly session: Session;
  readonly contextId: number;
  /** Unlike `contextId` never used again by another process. */
  readonly uniqueId: string;
  /** The bundle has been sent into this world. */
  prepared: boolean;
}

interface Waiting extends Teller<World> {
  readonly frame: FrameId;
  readonly kind: Kind;
}

const SHALLOW = { maxNodeDepth: 0, includeShadowTree: 'none' };
const SHADOW_ROOTS = { maxNodeDepth: 0, includeShadowTree: 'all' };

/** The deadline is for frames out of sight: those are never drawn. */
const TWO_FRAMES = `() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 500);
})`;

/** Watches for a trusted move of the pointer; says whether one came before two frames were drawn. */
const WATCH_POINTER = `() => {
  let stop;
  const moved = new Promise((done) => {
    const onMove = (event) => event.isTrusted && done(true);
    EventTarget.prototype.addEventListener.call(window, 'pointermove', onMove, true);
    stop = () => EventTarget.prototype.removeEventListener.call(window, 'pointermove', onMove, true);
  });
  globalThis[Symbol.for('sightline.pointer')] = async () => {
    const drawn = (${TWO_FRAMES})().then(() => false);
    const arrived = await Promise.race([moved, drawn]);
    stop();
    return arrived;
  };
}`;
const POINTER_ARRIVED = "() => globalThis[Symbol.for('sightline.pointer')]()";

export class Worlds {
  readonly #frames: FrameTree;
  readonly #bundle: string;
  readonly #worlds = new Map<string, World>();
  readonly #current = new Map<string, World>();
  readonly #waiting = new Set<Waiting>();

  constructor(frames: FrameTree, bundle: string) {
    this.#frames = frames;
    this.#bundle = bundle;
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

  /** The worlds of a session are gone, with the session or without it. */
  dropSession(session: Session): void {
    for (const world of [...this.#worlds.values()]) if (world.session === session) this.#forget(world);
  }

  /** A frame committed or moved between sessions: who waits for its world may have it now. */
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

  /** The page is gone or crashed: nobody will be told about a world any more. */
  end(error: SightlineError): void {
    this.#rejectWaiting(error);
    this.#worlds.clear();
    this.#current.clear();
  }

  contextIdOf(frame: FrameId): number | undefined {
    return this.#find(frame, 'isolated')?.contextId;
  }

  async call(
    frame: FrameId,
    fn: string,
    arg: string,
    options: CallScope & { handles?: RemoteHandle[] } = {},
  ): Promise<string> {
    const { handles = [], ...scope } = options;
    const { result } = await this.#run(frame, fn, arg, startClock(scope), { returnByValue: true }, handles);
    if (typeof result.value !== 'string')
      throw new SightlineError(
        'script-error',
        `A function called in frame ${frame} returned ${result.type}, not a string`,
      );
    return result.value;
  }

  async identify(frame: FrameId, fn: string, arg: string, scope: CallScope = {}): Promise<RemoteId[]> {
    const { values } = await this.#serialize(frame, fn, arg, startClock(scope), SHALLOW);
    return values.map(remoteIdOf);
  }

  async handle(frame: FrameId, fn: string, arg: string, scope: CallScope = {}): Promise<RemoteHandle | null> {
    const { result } = await this.#run(frame, fn, arg, startClock(scope), {});
    return result.objectId === undefined ? null : { frame, id: result.objectId };
  }

  async closedRoots(
    frame: FrameId,
    fn: string,
    arg: string,
    scope: CallScope = {},
  ): Promise<(RemoteHandle | null)[]> {
    const clock = startClock(scope);
    const { values, world } = await this.#serialize(frame, fn, arg, clock, SHADOW_ROOTS);
    return Promise.all(
      values.map((value) => {
        const root = closedRootOf(value);
        return root === undefined ? null : this.#resolve(world, root, clock);
      }),
    );
  }

  async evaluate(
    frame: FrameId,
    fn: string,
    args: unknown[],
    options: CallScope & { handles?: RemoteHandle[] } = {},
  ): Promise<unknown> {
    const { handles = [], ...scope } = options;
    const clock = startClock(scope);
    const world = await this.#world(frame, 'page', clock);
    const adopted = await Promise.all(handles.map((handle) => this.#adopt(handle, world, clock)));
    try {
      const answer = await world.session.send(
        'Runtime.callFunctionOn',
        {
          functionDeclaration: fn,
          uniqueContextId: world.uniqueId,
          arguments: [...adopted.map(({ id }) => ({ objectId: id })), ...args.map(argumentOf)],
          awaitPromise: true,
          returnByValue: true,
          // A caller's script may open windows and use the clipboard as a click could.
          userGesture: true,
        },
        clock.left(),
      );
      if (answer.exceptionDetails) throw thrown(answer.exceptionDetails);
      return valueIn(answer.result);
    } catch (error) {
      // Not a failed call but a function or value that can't be compiled, called or copied.
      if (error instanceof SightlineError && error.code === 'protocol-error')
        throw new SightlineError('script-error', error.message, { cause: error });
      throw error;
    } finally {
      void this.release(adopted);
    }
  }

  /** Waits until the document has been drawn twice: what it showed at the call is on the screen then. */
  async drawn(frame: FrameId, clock: Clock): Promise<void> {
    const { session, uniqueId } = await this.#world(frame, 'isolated', clock);
    await session.send(
      'Runtime.callFunctionOn',
      { functionDeclaration: TWO_FRAMES, uniqueContextId: uniqueId, awaitPromise: true },
      clock.left(),
    );
  }

  /** Watches for the pointer in a document; the answer says whether it has come there since. */
  async pointerArrival(frame: FrameId, clock: Clock): Promise<() => Promise<boolean>> {
    const { session, uniqueId } = await this.#world(frame, 'isolated', clock);
    const run = async (functionDeclaration: string) => {
      const { result } = await session.send(
        'Runtime.callFunctionOn',
        { functionDeclaration, uniqueContextId: uniqueId, awaitPromise: true, returnByValue: true },
        clock.left(),
      );
      return result.value === true;
    };
    await run(WATCH_POINTER);
    return () => run(POINTER_ARRIVED);
  }

  async resolve(frame: FrameId, backendNodeId: number): Promise<RemoteHandle> {
    const clock = startClock();
    return this.#resolve(await this.#world(frame, 'isolated', clock), backendNodeId, clock);
  }

  async release(handles: RemoteHandle[]): Promise<void> {
    // A failure means that document, frame or page is gone, and the object with it.
    await Promise.allSettled(
      handles.map(({ frame, id }) =>
        this.#frames.find(frame)?.session.send('Runtime.releaseObject', { objectId: id }),
      ),
    );
  }

  async #run(
    frame: FrameId,
    fn: string,
    arg: string,
    clock: Clock,
    how: Pick<Protocol.Runtime.CallFunctionOnRequest, 'returnByValue' | 'serializationOptions'>,
    handles: RemoteHandle[] = [],
  ): Promise<Protocol.Runtime.CallFunctionOnResponse & { world: World }> {
    const world = await this.#world(frame, 'isolated', clock);
    const functionDeclaration = world.prepared ? fn : withBundle(this.#bundle, fn);
    world.prepared = true;
    const answer = await world.session.send(
      'Runtime.callFunctionOn',
      {
        functionDeclaration,
        uniqueContextId: world.uniqueId,
        arguments: [{ value: arg }, ...handles.map(({ id }) => ({ objectId: id }))],
        awaitPromise: true,
        ...how,
      },
      clock.left(),
    );
    if (answer.exceptionDetails) throw thrown(answer.exceptionDetails);
    return { ...answer, world };
  }

  /** Runs a function that returns an array of nodes and windows, and describes them. */
  async #serialize(
    frame: FrameId,
    fn: string,
    arg: string,
    clock: Clock,
    additionalParameters: Record<string, unknown>,
  ): Promise<{ values: SerializedValue[]; world: World }> {
    const { result, world } = await this.#run(frame, fn, arg, clock, {
      serializationOptions: { serialization: 'deep', maxDepth: 1, additionalParameters },
    });
    if (result.objectId !== undefined) void this.release([{ frame, id: result.objectId }]);
    const values: unknown = result.deepSerializedValue?.value;
    // The protocol types what is inside a deep serialization as `any`; WebDriver BiDi specifies it.
    if (Array.isArray(values)) return { values: withRepeats(values as SerializedValue[]), world };
    throw new SightlineError(
      'script-error',
      `A function called in frame ${frame} returned ${result.type}, not an array`,
    );
  }

  async #resolve(world: World, backendNodeId: number, clock: Clock): Promise<RemoteHandle> {
    const { object } = await world.session.send(
      'DOM.resolveNode',
      { backendNodeId, executionContextId: world.contextId },
      clock.left(),
    );
    if (object.objectId === undefined)
      throw new SightlineError('document-gone', `Node ${backendNodeId} of frame ${world.frame} is gone`);
    return { frame: world.frame, id: object.objectId, backendNodeId };
  }

  async #adopt(handle: RemoteHandle, into: World, clock: Clock): Promise<RemoteHandle> {
    const { session } = this.#frames.get(handle.frame);
    const backendNodeId =
      handle.backendNodeId ??
      (await session.send('DOM.describeNode', { objectId: handle.id }, clock.left())).node.backendNodeId;
    return this.#resolve(into, backendNodeId, clock);
  }

  async #world(frame: FrameId, kind: Kind, clock: Clock): Promise<World> {
    const { session } = this.#frames.get(frame);
    const known = this.#find(frame, kind);
    if (known) return known;
    return untilTold<World>(
      `Waiting for frame ${frame} to be able to run scripts`,
      clock.left(),
      (teller) => {
        const waiting: Waiting = { frame, kind, ...teller };
        this.#waiting.add(waiting);
        // Documents without scripts of their own (sandboxed, not loaded yet) get a world only when asked for.
        // The answer comes as an event too; a refusal means that the frame is on its way to another document.
        if (kind === 'isolated' && session.alive)
          void Promise.allSettled([
            session.send('Page.createIsolatedWorld', { frameId: frame, worldName: WORLD_NAME }, clock.left()),
          ]);
        return () => this.#waiting.delete(waiting);
      },
    );
  }

  #find(frame: FrameId, kind: Kind): World | undefined {
    const world = this.#current.get(`${kind} ${frame}`);
    // A frame that has moved to another process has left its old worlds behind.
    return world?.session === this.#frames.find(frame)?.session ? world : undefined;
  }

  #created(session: Session, context: Protocol.Runtime.ExecutionContextDescription): void {
    // The protocol types `auxData` as `any`; for pages it is documented as these fields.
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: FrameId; isDefault?: boolean };
    if (frameId === undefined || !(isDefault || context.name === WORLD_NAME)) return;
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

/**
 * The bundle, then the function, in one script. The mark is kept in the world itself because a document
 * that comes back from the back/forward cache brings its world, bundle included, with it. A page can't
 * see the mark, nor shadow it by naming an element: names of elements are strings.
 */
function withBundle(bundle: string, fn: string): string {
  return `(...$args) => {
  const $mark = Symbol.for('sightline.bundle');
  if (!globalThis[$mark]) {
    ${bundle}
    ;globalThis[$mark] = true;
  }
  return (${fn})(...$args);
}`;
}
