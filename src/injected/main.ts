/**
 * Entry of the bundle that is evaluated in the isolated world of each frame. It defines one global in that world,
 * `sightline` (see api.ts); evaluating it again changes nothing.
 */

import type { CallEnvelope, Method, ReplyEnvelope, ReplyOf, RequestOf, Target } from '../wire/api.js';
import { Acting } from './act/acting.js';
import { elementAt } from './act/element-at.js';
import { actingHandlers } from './act/handlers.js';
import { personFields } from './act/person-fields.js';
import { waitFor } from './act/wait-for.js';
import type { Aria } from './aria/aria.js';
import { asciiJson } from './ascii-json.js';
import { Anchors } from './dom/anchors.js';
import { frameWindowOf, holdsFrame } from './dom/frame-element.js';
import { documentTitle } from './dom/intrinsics.js';
import { Paths } from './dom/path.js';
import { isSecretField } from './dom/secret-field.js';
import { webStorage } from './dom/web-storage.js';
import { createFinder } from './identity/finder.js';
import { PointedAt } from './identity/pointed-at.js';
import { isHere } from './identity/registry.js';
import { foundOf, matchesOf, type Resolved, resolveTarget, type Unresolved } from './identity/resolve.js';
import { audit } from './look/audit/audit.js';
import { boxes } from './look/boxes.js';
import { capture, showPart } from './look/capture.js';
import { describe } from './look/describe.js';
import { fetchText } from './look/fetch-text.js';
import { inspect } from './look/inspect.js';
import { redraw } from './look/redraw.js';
import { Standstill } from './look/standstill.js';
import { wordsOn } from './look/words.js';
import { everyElement } from './query/scope.js';
import { ariaFor, createWorld, type World } from './world.js';

type Handlers = { [M in Method]: (request: RequestOf<M>) => ReplyOf<M> | Promise<ReplyOf<M>> };

function handlersOf(world: World): Handlers {
  const pointedAt = new PointedAt();
  const acting = new Acting(createFinder(world));

  /** The answer about a target, or why there is none. */
  function about<T extends object>(
    target: Target,
    answer: (resolved: Resolved, aria: Aria) => T,
  ): T | Unresolved {
    const aria = ariaFor(world);
    const resolved = resolveTarget(world, target, aria);
    return resolved.ok ? answer(resolved, aria) : resolved;
  }

  return {
    capture(request) {
      const captured = capture(world, request);
      acting.captured();
      return captured;
    },
    find: ({ target }) => about(target, ({ found }) => ({ ok: true as const, found })),
    describe: ({ target }) =>
      about(target, (resolved, aria) => ({ ok: true as const, described: describe(resolved, aria) })),
    selectors: ({ target, idAttributes, xpath: withXpath }) =>
      about(target, ({ element }) => {
        const { css = '', xpath } = new Paths(new Anchors(idAttributes)).of(element, withXpath);
        return { ok: true as const, css, ...(withXpath && xpath !== undefined && { xpath }) };
      }),
    count({ locator }) {
      const matches = matchesOf(locator, ariaFor(world));
      return 'elements' in matches ? { ok: true, count: matches.elements.length } : matches;
    },
    anyVisible({ locator }) {
      const aria = ariaFor(world);
      const matches = matchesOf(locator, aria);
      if (!('elements' in matches)) return matches;
      return { ok: true, visible: matches.elements.some((element) => aria.isVisible(element)) };
    },
    documentState: () => ({
      title: documentTitle(document),
      pixelRatio: window.devicePixelRatio,
      hasOpener: window.opener !== null,
    }),
    listenForElement({ event }) {
      pointedAt.listen(event);
      return {};
    },
    takeElement({ event }) {
      const element = pointedAt.take(event);
      return element ? { element: foundOf(world, element, ariaFor(world)).element } : {};
    },
    focusedSecret() {
      const aria = ariaFor(world);
      const focused = aria.activeElement;
      return { secret: focused !== null && isSecretField(focused, aria.tagOf(focused)) };
    },
    personFields: (request) => personFields(request, ariaFor(world)),
    elementAt: (place) => elementAt(world, place),
    iframes: () => iframes(world),
    waitFor: (request) => waitFor(world, request),
    webStorage,
    boxes: (request) => boxes(world, request),
    redraw,
    audit: (request) => audit(world, request),
    inspect: ({ target, properties }) =>
      about(target, (resolved, aria) => inspect(resolved, aria, properties)),
    words: ({ target }) =>
      about(target, ({ element }, aria) => ({ ok: true as const, words: wordsOn(element, aria) })),
    fetchText,
    ...actingHandlers(acting),
  };
}

function iframes(world: World): ReplyOf<'iframes'> {
  const aria = ariaFor(world);
  const frames = everyElement([document], aria).filter((element) => holdsFrame(element, aria.tagOf(element)));
  return { elements: frames.map((frame) => foundOf(world, frame, aria).element) };
}

/** An answer that is sent before the call has ended. */
interface Later {
  then(tell: (answer: string) => void): void;
}

function createSightline() {
  const world: World = createWorld((top) => showPart(world, top), new Standstill());
  const { registry, closedShadow } = world;
  const handlers = handlersOf(world);

  /** Building a reply may give out numbers, so the next free one is read at the end. */
  const envelope = (reply: ReplyOf<Method>): string =>
    asciiJson(JSON.stringify({ reply, nextElement: registry.next } satisfies ReplyEnvelope));

  function node(number: number): Element | null {
    const element = registry.element(number);
    return element && isHere(element) ? element : null;
  }

  function windowIn(number: number): Window | null {
    const element = node(number);
    return element && frameWindowOf(element);
  }

  /**
   * A browser that awaits a result which is no promise asks it for its value in a promise job. Whoever waits for the value
   * gets it in the next one, and the rest is done in the one after that. No task of the page comes in between.
   */
  const answerFirst = (answer: string): Later => ({
    // biome-ignore lint/suspicious/noThenProperty: a promise would be asked too early, before anybody waits for it
    then(tell) {
      tell(answer);
      queueMicrotask(finish);
    },
  });

  let failed: unknown;

  function finish(): void {
    try {
      world.rest?.();
      world.rest = undefined;
    } catch (error) {
      failed = error;
    }
  }

  /** The rest of the last call has failed, or was ended together with the scripts of the page. */
  function giveUpRest(): void {
    world.rest = undefined;
    registry.forgetSeen();
    const error = failed;
    failed = undefined;
    if (error !== undefined) throw error;
  }

  return {
    call(json: string): string | Promise<string> | Later {
      // Node wrote the text, typed by `Methods`. The request fits the method's handler, which no type can express
      // here.
      const { method, request, nextElement } = JSON.parse(json) as CallEnvelope & { request: never };
      if (world.rest) giveUpRest();
      registry.begin(nextElement);
      const reply = handlers[method](request);
      if (reply instanceof Promise) return reply.then(envelope);
      return world.rest ? answerFirst(envelope(reply)) : envelope(reply);
    },
    node,
    nodes: (numbers: number[]) => numbers.map(node),
    frameWindows: (numbers: number[]) => numbers.map(windowIn),
    closedCandidates: () => closedShadow.take(),
    adoptClosedRoots: (_: string, roots: Node[]) => String(closedShadow.adopt(roots)),
  };
}

export type Sightline = ReturnType<typeof createSightline>;

if (!Object.hasOwn(globalThis, 'sightline')) {
  Object.defineProperty(globalThis, 'sightline', { value: createSightline() });
}
