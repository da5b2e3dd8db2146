/** Runs functions in the isolated world and in the page's own world of a frame. */
import type { Protocol } from 'devtools-protocol';
import { isSightlineError, SightlineError } from '../../../errors.js';
import { type Clock, startClock } from '../../deadline.js';
import type { CallScope, FrameId, RemoteHandle, RemoteId } from '../../driver.js';
import { unreadable, wrongResult } from '../../script-result.js';
import type { Session } from '../connection.js';
import type { FrameTree } from '../frames.js';
import { NOT_PREPARED, withBundle, withRegistered } from './prepared.js';
import {
  argumentOf,
  closedRootOf,
  remoteIdOf,
  type SerializedValue,
  thrown,
  valueIn,
  withRepeats,
} from './values.js';
import type { World, WorldTable } from './world-table.js';

const SHALLOW = { maxNodeDepth: 0, includeShadowTree: 'none' };
const SHADOW_ROOTS = { maxNodeDepth: 0, includeShadowTree: 'all' };

const COUNTED = new Set(['RecalcStyleCount', 'LayoutCount']);

type HowReturned = Pick<Protocol.Runtime.CallFunctionOnRequest, 'returnByValue' | 'serializationOptions'>;
type Returned = Protocol.Runtime.CallFunctionOnResponse & { world: World };

export class Worlds {
  readonly #frames: FrameTree;
  readonly #table: WorldTable;
  readonly #bundle: string;

  constructor(frames: FrameTree, table: WorldTable, bundle: string) {
    this.#frames = frames;
    this.#table = table;
    this.#bundle = bundle;
  }

  async call(
    frame: FrameId,
    fn: string,
    arg: string,
    options: CallScope & { handles?: RemoteHandle[] } = {},
  ): Promise<string> {
    const { handles = [], ...scope } = options;
    const { result } = await this.#run(frame, fn, arg, startClock(scope), { returnByValue: true }, handles);
    if (typeof result.value !== 'string') throw wrongResult(frame, result.type, 'a string');
    return result.value;
  }

  /**
   * The three commands are sent together. The browser reads the counts in between, or earlier: it interrupts scripts for
   * that. It never reads them later, when a change that the function did not see could have been counted.
   */
  async callCounted(
    frame: FrameId,
    fn: string,
    arg: string,
    scope: CallScope = {},
  ): Promise<{ text: string; computed: number }> {
    const clock = startClock(scope);
    const world = await this.#table.get(frame, 'isolated', clock);
    const { session } = world;
    const [, computed, { result }] = await Promise.all([
      // Computes styles and layout, without a script that could be interrupted.
      session.send('Page.getLayoutMetrics', undefined, clock.left()),
      this.#countIn(session, clock),
      this.#runIn(world, fn, arg, clock, { returnByValue: true }),
    ]);
    if (typeof result.value !== 'string') throw wrongResult(frame, result.type, 'a string');
    return { text: result.value, computed };
  }

  async countComputed(frame: FrameId, scope: CallScope = {}): Promise<number> {
    const clock = startClock(scope);
    return this.#countIn((await this.#table.get(frame, 'isolated', clock)).session, clock);
  }

  async #countIn(session: Session, clock: Clock): Promise<number> {
    const { metrics } = await session.send('Performance.getMetrics', undefined, clock.left());
    const counts = metrics.filter(({ name }) => COUNTED.has(name));
    // A page whose counts are missing must not look like one where nothing happens.
    return counts.length < COUNTED.size ? Number.NaN : counts.reduce((sum, { value }) => sum + value, 0);
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
    const world = await this.#table.get(frame, 'page', clock);
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
          // A caller's script may open windows and use the clipboard, as a click could.
          userGesture: true,
        },
        clock.left(),
      );
      if (answer.exceptionDetails) throw thrown(answer.exceptionDetails);
      return valueIn(answer.result);
    } catch (error) {
      // A compile error arrives as an exception; a failed call means that the value cannot be copied.
      if (isSightlineError(error, 'protocol-error')) throw unreadable(error);
      throw error;
    } finally {
      void this.release(adopted);
    }
  }

  async resolve(frame: FrameId, backendNodeId: number): Promise<RemoteHandle> {
    const clock = startClock();
    return this.#resolve(await this.#table.get(frame, 'isolated', clock), backendNodeId, clock);
  }

  async release(handles: RemoteHandle[]): Promise<void> {
    // A failure means that the document, frame or page is gone, and the object with it.
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
    how: HowReturned,
    handles: RemoteHandle[] = [],
  ): Promise<Returned> {
    return this.#runIn(await this.#table.get(frame, 'isolated', clock), fn, arg, clock, how, handles);
  }

  async #runIn(
    world: World,
    fn: string,
    arg: string,
    clock: Clock,
    how: HowReturned,
    handles: RemoteHandle[] = [],
  ): Promise<Returned> {
    const call = async (functionDeclaration: string): Promise<Protocol.Runtime.CallFunctionOnResponse> => {
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
      return answer;
    };
    let answer = await call(world.prepared ? fn : withRegistered(fn));
    if (answer.result.value === NOT_PREPARED) answer = await call(withBundle(this.#bundle, fn));
    world.prepared = true;
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
    // The protocol types the content of a deep serialization as `any`; WebDriver BiDi specifies it.
    if (Array.isArray(values)) return { values: withRepeats(values as SerializedValue[]), world };
    throw wrongResult(frame, result.type, 'an array');
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
}
