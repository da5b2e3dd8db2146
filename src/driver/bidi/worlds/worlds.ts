/**
 * Runs functions in the sandbox and in the page's own world of a frame.
 *
 * Two facts about Firefox matter here. If a document navigates away before it has answered a call that names its
 * frame, Firefox runs the call again in the next document (`remote.retry-on-abort`), so an action meant for one
 * document would reach another. And to find the frame of a call that names a realm, it asks every frame of every
 * page, so one hung frame delays all others.
 *
 * So a script is registered for the sandbox of every new document: Firefox then creates the sandbox automatically,
 * and the script leaves a token in it and reports the token. Calls into the sandbox name the frame and carry the
 * token; if it does not match, they do nothing. Calls into the page's own world, where no token can be kept, name
 * the realm. So do first calls into documents without a token, which cost a second round trip: those older than
 * our session, those from the back/forward cache, and those of a popup that Firefox opened in the opener's
 * process.
 *
 * The bundle is sent with the first call into a document, so documents without calls cost nothing.
 */
import type { Script } from 'webdriver-bidi-protocol';
import { isSightlineError, SightlineError } from '../../../errors.js';
import { type Clock, startClock } from '../../deadline.js';
import type { CallScope, FrameId, RemoteHandle, RemoteId } from '../../driver.js';
import { inPage } from '../../in-page.js';
import { unreadable, wrongResult } from '../../script-result.js';
import type { BidiEvent, Connection } from '../connection.js';
import { remoteNameOf } from '../errors.js';
import { type FrameTree, isOfChromium } from '../frames.js';
import { LEAVE_TOKEN, NOT_PREPARED, OTHER_SANDBOX, onlyWith, withBundle, withoutBundle } from './prepared.js';
import { fromRemote, handleOf, MAX_DEPTH, referenceTo, remoteIdOf, resultOf, toLocal } from './values.js';
import { type Kind, SANDBOX, WorldTable } from './world-table.js';

const CHANNEL = 'sightline.document';

/** Registered once for all documents of the browser. */
export const PRELOAD: Script.AddPreloadScriptParameters = {
  functionDeclaration: `(tell) => { (${inPage('addEarlyListeners')})(); tell([window.name, ${LEAVE_TOKEN}]); }`,
  arguments: [{ type: 'channel', value: { channel: CHANNEL } }],
  sandbox: SANDBOX,
};

interface Run {
  frame: FrameId;
  fn: string;
  arg: string;
  handles?: RemoteHandle[];
  serialization?: Script.SerializationOptions;
}

const SHALLOW: Script.SerializationOptions = { maxDomDepth: 0, maxObjectDepth: 1, includeShadowTree: 'none' };
const SHADOW_ROOTS: Script.SerializationOptions = { ...SHALLOW, includeShadowTree: 'all' };

/** DOM, attachShadow: elements that a page can give a shadow root to. */
const CAN_BE_HOST = /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Milliseconds: Firefox ends no script earlier, whatever its preferences say. */
const HELD_PAGE = 1_000;

export class Worlds {
  readonly #connection: Connection;
  readonly #frames: FrameTree;
  readonly #bundle: string;
  readonly #whenReplaced: (frame: FrameId) => Promise<void>;
  readonly table: WorldTable;

  constructor(
    connection: Connection,
    frames: FrameTree,
    bundle: string,
    whenReplaced: (frame: FrameId) => Promise<void>,
  ) {
    this.#connection = connection;
    this.#frames = frames;
    this.#bundle = bundle;
    this.#whenReplaced = whenReplaced;
    this.table = new WorldTable(frames);
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case 'script.realmCreated': {
        const { params } = event;
        if (params.type !== 'window') return;
        this.table.remember(params.context, params.realm, params.sandbox);
        // Chromium sends no messages from a sandbox.
        if (params.sandbox === SANDBOX && isOfChromium(params.realm)) void this.#readName(params.context);
        return;
      }
      case 'script.realmDestroyed':
        this.table.destroyed(event.params.realm);
        return;
      case 'script.message': {
        const { channel, data, source } = event.params;
        const entry = source.context === undefined ? undefined : this.#frames.find(source.context);
        if (channel !== CHANNEL || !entry || data.type !== 'array') return;
        const [name, token] = data.value ?? [];
        if (name?.type === 'string') entry.name = name.value;
        if (token?.type === 'string') this.table.of(entry.id).token = token.value;
        return;
      }
    }
  }

  /** For frames older than the script that reports names. */
  async readNames(): Promise<void> {
    await Promise.all(this.#frames.list().map(({ id }) => this.#readName(id)));
  }

  async #readName(frame: FrameId): Promise<void> {
    const entry = this.#frames.find(frame);
    if (!entry || entry.parent === null) return;
    // It may go away in the meantime, or hang.
    const [answer] = await Promise.allSettled([
      this.#probe(frame, 'sandbox', '() => window.name', startClock()),
    ]);
    if (answer.status === 'fulfilled' && answer.value.result.type === 'string')
      entry.name = answer.value.result.value;
  }

  /** For documents that were loading while no events came. */
  async readStates(): Promise<void> {
    const loading = this.#frames.list().filter(({ loadState }) => loadState !== 'complete');
    await Promise.allSettled(
      loading.map(async ({ id }) => {
        const { result } = await this.#probe(id, 'sandbox', '() => document.readyState', startClock());
        if (result.type === 'string' && result.value === 'complete') this.#frames.hasLoaded(id);
      }),
    );
  }

  async call(
    frame: FrameId,
    fn: string,
    arg: string,
    options: CallScope & { handles?: RemoteHandle[] } = {},
  ): Promise<string> {
    const { handles = [], ...scope } = options;
    const result = await this.#run({ frame, fn, arg, handles }, startClock(scope));
    if (result.type === 'string') return result.value;
    throw wrongResult(frame, result.type, 'a string');
  }

  async identify(frame: FrameId, fn: string, arg: string, scope: CallScope = {}): Promise<RemoteId[]> {
    return (await this.#serialize({ frame, fn, arg, serialization: SHALLOW }, scope)).map(remoteIdOf);
  }

  async handle(frame: FrameId, fn: string, arg: string, scope: CallScope = {}): Promise<RemoteHandle | null> {
    const result = await this.#run({ frame, fn, arg, serialization: SHALLOW }, startClock(scope));
    return result.type === 'node' ? handleOf(frame, result) : null;
  }

  async closedRoots(
    frame: FrameId,
    fn: string,
    arg: string,
    scope: CallScope = {},
  ): Promise<(RemoteHandle | null)[]> {
    const values = await this.#serialize({ frame, fn, arg, serialization: SHADOW_ROOTS }, scope);
    return values.map((value) => {
      const { shadowRoot: root, localName = '' } = (value.type === 'node' && value.value) || {};
      // In Chromium the browser's own roots, as of an input, pass for closed ones.
      if (!CAN_BE_HOST.test(localName)) return null;
      return root?.value?.mode === 'closed' ? handleOf(frame, root) : null;
    });
  }

  async evaluate(
    frame: FrameId,
    fn: string,
    args: unknown[],
    options: CallScope & { handles?: RemoteHandle[] } = {},
  ): Promise<unknown> {
    const { handles = [], ...scope } = options;
    const clock = startClock(scope);
    await this.#settled(frame);
    const { document } = this.#frames.get(frame);
    const began = performance.now();
    const running = this.#send(frame, 'page', clock, {
      functionDeclaration: fn,
      // A shared id means the same node in every realm of the document: nothing has to be adopted.
      arguments: [...handles.map(referenceTo), ...args.map((value) => toLocal(value))],
      serializationOptions: { maxDomDepth: 0, maxObjectDepth: MAX_DEPTH },
      // A caller's script may open windows and use the clipboard, as a click could.
      userActivation: true,
    });
    const result = await running.catch((error: unknown) => {
      const isGone = isSightlineError(error, 'document-gone') && remoteNameOf(error) === 'unknown error';
      if (!isGone && !isSightlineError(error, 'protocol-error')) throw error;
      // Firefox ends a script that holds the page, and then fails over the missing exception, as over a document that goes.
      const held = performance.now() - began;
      if (held >= HELD_PAGE && this.#frames.find(frame)?.document === document)
        throw new SightlineError(
          'script-error',
          `The script kept the page busy for ${Math.round(held / 1_000)} s and was ended`,
          {
            hint: 'Let the script wait with await instead of in a loop, or do less at a time.',
            cause: error,
          },
        );
      throw isGone ? error : unreadable(error);
    });
    return fromRemote(result);
  }

  async #serialize(run: Run, scope: CallScope): Promise<Script.RemoteValue[]> {
    const result = await this.#run(run, startClock(scope));
    if (result.type === 'array' && result.value) return result.value.map(writtenOut(result.value));
    throw wrongResult(run.frame, result.type, 'an array');
  }

  /** Runs in the sandbox, with the bundle: one round trip, unless the bundle is not where we expected it. */
  async #run(run: Run, clock: Clock): Promise<Script.RemoteValue> {
    await this.#settled(run.frame);
    const { document } = this.#frames.get(run.frame);
    const realms = this.table.of(run.frame);
    const prepared = realms.prepared === document;
    realms.prepared = document;
    const result = await this.#send(run.frame, 'sandbox', clock, this.#request(run, prepared));
    if (result.type !== 'string' || result.value !== NOT_PREPARED) return result;
    return this.#send(run.frame, 'sandbox', clock, this.#request(run, false));
  }

  #request({ fn, arg, handles = [], serialization }: Run, prepared: boolean) {
    return {
      functionDeclaration: prepared ? withoutBundle(fn) : withBundle(this.#bundle, fn),
      arguments: [toLocal(arg), ...handles.map(referenceTo)],
      ...(serialization && { serializationOptions: serialization }),
    };
  }

  async #send(
    frame: FrameId,
    kind: Kind,
    clock: Clock,
    request: Pick<
      Script.CallFunctionParameters,
      'functionDeclaration' | 'arguments' | 'serializationOptions' | 'userActivation'
    >,
  ): Promise<Script.RemoteValue> {
    const { document } = this.#frames.get(frame);
    const token = kind === 'sandbox' ? this.table.find(frame)?.token : undefined;
    try {
      const answer = await this.#connection.send(
        'script.callFunction',
        {
          ...request,
          ...(token !== undefined && { functionDeclaration: onlyWith(token, request.functionDeclaration) }),
          target: token === undefined ? { realm: await this.#realm(frame, kind, clock) } : sandboxOf(frame),
          awaitPromise: true,
          resultOwnership: 'none',
        },
        { ...clock.left(), endsWith: document },
      );
      const result = resultOf(answer);
      if (result.type === 'string' && result.value === OTHER_SANDBOX)
        throw new SightlineError('frame-gone', `Frame ${frame} has another sandbox by now`);
      return result;
    } catch (error) {
      // If the page's process has ended, an internal browser page that runs nothing takes its place.
      const ended = isSightlineError(error, 'frame-gone') || isSightlineError(error, 'unsupported');
      if (!ended || !this.#frames.has(frame)) throw error;
      // The frame lives, so the realm is gone. A new document or a crash is about to be reported.
      this.table.forget(frame);
      if (this.#frames.get(frame).document === document) await this.#whenReplaced(frame);
      const replaced = this.#frames.find(frame)?.document !== document;
      if (!replaced && isSightlineError(error, 'unsupported')) throw error;
      throw new SightlineError('document-gone', `The document of frame ${frame} was replaced`, {
        cause: error,
      });
    }
  }

  async #realm(frame: FrameId, kind: Kind, clock: Clock): Promise<Script.Realm> {
    return this.table.find(frame)?.[kind] ?? (await this.#probe(frame, kind, '() => {}', clock)).realm;
  }

  /** A frame with a new window is about to commit its document: the call is meant for that one. */
  async #settled(frame: FrameId): Promise<void> {
    const { document } = this.#frames.get(frame);
    const realms = this.table.find(frame);
    if (realms?.page === undefined || realms.document === document) return;
    await this.#whenReplaced(frame);
    // Reported or not: it is not waited for twice.
    if (this.#frames.has(frame)) this.table.committed(frame);
  }

  /** Finds a frame's realm by running a harmless function, wherever and however often it runs. */
  async #probe(frame: FrameId, kind: Kind, fn: string, clock: Clock) {
    const { document } = this.#frames.get(frame);
    const answer = await this.#connection.send(
      'script.callFunction',
      {
        functionDeclaration: fn,
        target: kind === 'sandbox' ? sandboxOf(frame) : { context: frame },
        awaitPromise: false,
      },
      { ...clock.left(), endsWith: document },
    );
    this.table.of(frame)[kind] = answer.realm;
    return { realm: answer.realm, result: resultOf(answer) };
  }
}

/** Chromium writes a node out once and refers to it by this id afterwards. */
function writtenOut(values: readonly Script.RemoteValue[]) {
  return (value: Script.RemoteValue): Script.RemoteValue => {
    if (value.type !== 'node' || value.sharedId !== undefined || value.internalId === undefined) return value;
    const isSame = (each: Script.RemoteValue) =>
      each.type === 'node' && each.sharedId !== undefined && each.internalId === value.internalId;
    return values.find(isSame) ?? value;
  };
}

function sandboxOf(frame: FrameId): Script.ContextTarget {
  return { context: frame, sandbox: SANDBOX };
}
