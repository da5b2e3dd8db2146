/** What the in-page methods of actions share: one of each guard and of each watch, for the life of a document. */

import type { ActingMethods, Found, NotDone, Refused, ReplyOf, RequestOf, Wanted } from '../../wire/api.js';
import { localName } from '../dom/intrinsics.js';
import { isSecretField } from '../dom/secret-field.js';
import type { Finder } from '../identity/finder.js';
import { KeyGuard } from './guard/key-guard.js';
import { PointerGuard } from './guard/pointer-guard.js';
import { TextGuard } from './guard/text-guard.js';
import type { Dragged } from './ready/dragged.js';
import { EscapeWatch } from './ready/held-screen.js';
import { shadowRootsAround } from './ready/hit.js';
import { type Ready, type ReadyRequest, untilReady } from './ready/ready.js';
import { isRefused } from './refused.js';
import { Changes } from './settle/changes.js';
import { Leaving } from './settle/leaving.js';
import { PendingCallbacks } from './settle/pending-callbacks.js';
import { PopupWatch } from './settle/popup.js';
import { Quiet } from './settle/quiet.js';
import { WheelWatch } from './settle/wheel-watch.js';
import { DragWatch } from './verbs/drag-watch.js';

/** One in-page method of actions: see `handlers.ts` for the list. */
export type Handler<M extends keyof ActingMethods> = (
  acting: Acting,
  request: RequestOf<M>,
) => ReplyOf<M> | Promise<ReplyOf<M>>;

export class Acting {
  readonly finder: Finder;
  readonly pointerGuard: PointerGuard;
  readonly textGuard = new TextGuard();
  readonly keyGuard = new KeyGuard();
  readonly changes = new Changes();
  readonly quiet = new Quiet(this.changes, new PendingCallbacks());
  readonly drag = new DragWatch();
  readonly wheel = new WheelWatch();
  readonly popup = new PopupWatch();
  readonly leaving = new Leaving();
  readonly escape = new EscapeWatch();
  /** What is being dragged: it does not cover where it goes. */
  dragged: Dragged | undefined;
  /** The number of the last target. */
  target: number | undefined;
  /** Input was stopped: what has become of the target since is not what an action did. */
  isStopped = false;
  /** Counts cancellations: a wait that began before the latest one ends. */
  #calledOff = 0;
  /** When the last action came to its end. */
  #acted = 0;

  constructor(finder: Finder) {
    this.finder = finder;
    this.pointerGuard = new PointerGuard(finder);
  }

  untilReady(request: ReadyRequest): Promise<Ready> {
    const began = this.#calledOff;
    const isOver = (): boolean => this.#calledOff !== began;
    return untilReady(this.finder, request, { isOver, acted: this.#acted });
  }

  callOffWaits(): void {
    this.#calledOff++;
  }

  /** With each capture. */
  captured(): void {
    const isLate = this.changes.captured([document, ...this.finder.roots()]);
    this.quiet.captured(isLate);
  }

  /** An observer does not see into shadow roots, so those around the target and those last seen are observed too. */
  watch(element?: Element): void {
    this.changes.watch([document, ...this.finder.roots(), ...(element ? shadowRootsAround(element) : [])]);
    this.isStopped = false;
    this.quiet.begin();
    this.leaving.begin();
    this.escape.begin();
    this.popup.begin(element);
  }

  /** Records the end of an action on the last target, and where the focus is then. */
  acted(): Pick<ReplyOf<'settle'>, 'acted' | 'focus'> {
    if (this.isStopped) return {};
    this.#acted = performance.now();
    const element = this.target;
    const moment = element === undefined ? undefined : this.finder.acted(element);
    const focus = this.finder.actedOnFocus();
    return { ...(element !== undefined && moment !== undefined && { acted: { element, moment } }), focus };
  }

  /** With why a person can't see it, if so. */
  seen(found: Found, element: Element): Found {
    const unseen = this.finder.unseen(element);
    return unseen ? { ...found, unseen } : found;
  }

  /** Waits for the target, then starts to watch the document and runs `run` on the element. */
  async onceReady<T extends object>(
    wanted: Wanted,
    needs: ReadyRequest['needs'],
    run: (element: Element, number: () => number) => T | Refused,
    more: Partial<ReadyRequest> = {},
  ): Promise<({ ok: true; found: Found } & T) | NotDone> {
    const request = { ...wanted, ...more, needs: wanted.force ? [] : needs };
    const ready = await this.untilReady(request);
    if (!ready.ok) return ready;
    this.watch(ready.element);
    this.target = ready.found.element;
    const { element, followed } = ready;
    const found = {
      ...this.seen(ready.found, element),
      ...(isSecretField(element, localName(element)) && { secret: true }),
    };
    const done = run(element, () => (followed ? this.finder.show(element).element : found.element));
    if (isRefused(done)) return { ok: false, refused: done, found };
    return { ok: true, found, ...done };
  }
}

export function viewportSize(): { width: number; height: number } {
  return { width: window.innerWidth, height: window.innerHeight };
}
