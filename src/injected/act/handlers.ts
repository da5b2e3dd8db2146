/** The in-page handlers of actions: find, wait, do one thing, answer. */

import type { ActingMethods, Found, NotDone, Refused, RequestOf, Wanted } from '../../wire/api.js';
import { blur, domClick, selectContents } from '../dom/effects.js';
import { documentHasFocus, isConnected, localName } from '../dom/intrinsics.js';
import { isSecretField } from '../dom/secret-field.js';
import type { Finder } from '../identity/finder.js';
import { frame, shortTurn, timerTurn } from './event-loop.js';
import { frameAt } from './frames/frame-at.js';
import { through } from './frames/point-through-frame.js';
import { KeyGuard } from './guard/key-guard.js';
import { Guard } from './guard/pointer-guard.js';
import { TextGuard } from './guard/text-guard.js';
import { pointOf } from './ready/aim.js';
import { editableOf } from './ready/condition.js';
import { shadowRootsAround } from './ready/hit.js';
import { type Ready, type ReadyRequest, untilReady } from './ready/ready.js';
import { Changes } from './settle/changes.js';
import { Leaving } from './settle/leaving.js';
import { PutOff } from './settle/pending-callbacks.js';
import { PopupWatch } from './settle/popup.js';
import { Quiet, type QuietResult } from './settle/quiet.js';
import { ARRIVAL_FRAMES, WheelWatch } from './settle/wheel-watch.js';
import { checkableOf, stateOf } from './verbs/check.js';
import { DragWatch, scriptDragEnd, scriptDrop } from './verbs/drop.js';
import {
  type FillHow,
  type FillStart,
  focusForText,
  holdsText,
  notTyped,
  selectAll,
  startEntry,
  startFill,
  takeFocus,
  untilSelectionTold,
} from './verbs/fill.js';
import { mark } from './verbs/highlight.js';
import { paste } from './verbs/paste.js';
import { scroll } from './verbs/scroll.js';
import { choose } from './verbs/select-option.js';
import { fileInputOf } from './verbs/set-files.js';
import { sliderAt } from './verbs/slider.js';

type Handlers = {
  [M in keyof ActingMethods]: (
    request: ActingMethods[M]['request'],
  ) => ActingMethods[M]['reply'] | Promise<ActingMethods[M]['reply']>;
};

const INPUT_TO_COME: ReadonlySet<FillHow> = new Set<FillHow>(['insert', 'enter', 'erase']);

export function actingHandlers(finder: Finder): Handlers {
  const guard = new Guard(finder);
  const textGuard = new TextGuard();
  const keyGuard = new KeyGuard();
  const changes = new Changes();
  const quiet = new Quiet(changes, new PutOff());
  const drag = new DragWatch();
  const wheel = new WheelWatch();
  const popup = new PopupWatch();
  const leaving = new Leaving();

  /** Counts what has been called off: a wait that began before that ends. */
  let calledOff = 0;
  const wait = (request: ReadyRequest): Promise<Ready> => {
    const began = calledOff;
    return untilReady(finder, request, () => calledOff !== began);
  };

  const viewport = () => ({ width: window.innerWidth, height: window.innerHeight });
  /** Changes inside shadow roots show only to who watches them: those around the target are. */
  const watch = (element?: Element) => {
    changes.watch([document, ...(element ? shadowRootsAround(element) : [])]);
    quiet.begin();
    leaving.begin();
    popup.begin(element);
  };

  /** Waits for the target, watches the document from then on, and does something to the element. */
  async function onceReady<T extends object>(
    wanted: Wanted,
    needs: ReadyRequest['needs'],
    run: (element: Element, number: () => number) => T | Refused,
    more: Partial<ReadyRequest> = {},
  ): Promise<({ ok: true; found: Found } & T) | NotDone> {
    const request = { ...wanted, ...more, needs: wanted.force ? [] : needs };
    const ready: Ready = await wait(request);
    if (!ready.ok) return ready;
    watch(ready.element);
    const { element, followed } = ready;
    const found = isSecretField(element, localName(element)) ? { ...ready.found, secret: true } : ready.found;
    const done = run(element, () => (followed ? finder.show(element).element : found.element));
    if (isRefused(done)) return { ok: false, refused: done, found };
    return { ok: true, found, ...done };
  }

  /** `mayFocus`: only that, if the focus has to move. */
  const startText = (request: RequestOf<'fill'>, mayFocus: boolean) =>
    onceReady(
      request,
      ['visible', 'enabled', 'editable'],
      (element, number): (FillStart & { element: number; focusMoved?: true }) | Refused => {
        const focused = mayFocus ? focusForText(element, request) : { moved: false };
        if (isRefused(focused)) return focused;
        if (focused.moved) return { how: 'nothing', element: number(), focusMoved: true };
        const start = startFill(element, request);
        if (isRefused(start)) return start;
        // Text for a stand-in need not make an event that a guard could see.
        if (start.how === 'insert' && !start.standIn && !start.terminal) textGuard.arm(element);
        if (start.how === 'erase' || start.standIn) keyGuard.arm(element);
        if (start.how === 'enter') textGuard.arm(element, () => startEntry(element));
        return { ...start, element: number() };
      },
      { followLabel: true },
    );

  return {
    async prepare(request) {
      const needs = request.force ? [] : request.needs;
      const ready = await wait({ ...request, needs });
      if (!ready.ok) return ready;
      watch(ready.element);
      const point = request.force ? pointOf(ready.element, request.position) : ready.point;
      if (request.drag) drag.begin();
      if (request.wheel) wheel.begin();
      if (request.guard && !request.force) guard.arm(ready.element, point, request.drag);
      return { ok: true, found: ready.found, point, viewport: viewport() };
    },

    async through(request) {
      const result = await through(finder, request);
      if (!result.ok) return result;
      if (request.guard) guard.arm();
      return { ...result, viewport: viewport() };
    },

    frameAt: (point) => frameAt(finder, point),

    unguard() {
      calledOff++;
      const verdict = guard.take();
      drag.end();
      textGuard.take();
      keyGuard.take();
      quiet.rest();
      return verdict ? { guard: verdict } : {};
    },

    withhold() {
      guard.withhold();
      return { ok: true };
    },

    watch(request) {
      watch();
      if (request.wheel) wheel.begin();
      return { ok: true, viewport: viewport() };
    },

    async quiet({ cap, first, expect, enter, patient = false, popup: by }) {
      const notEntered = enter ? textGuard.admit() : undefined;
      if (notEntered) return { changed: false, quiet: true, ...notEntered };
      // Input is answered when it has been handled, or nearly so: what is not here after these frames is lost.
      for (let frames = 0; frames < ARRIVAL_FRAMES && guard.isWaiting; frames++)
        await frame(performance.now() + cap);
      await textGuard.arrival(performance.now() + cap);
      const verdict = guard.take();
      const { elsewhere } = keyGuard;
      const astray = textGuard.take() ?? keyGuard.take();
      drag.end();
      if (first === 'wheel') await wheel.end(cap);
      const until = performance.now() + cap;
      // A press that was stopped has changed nothing.
      let result: QuietResult = { changed: false, quiet: true };
      if (verdict?.down !== 'other') {
        result = await quiet.reached(cap, { drawFirst: first === 'draw', patient });
        if (by && popup.isAwaited) {
          await popup.came(by, until);
          const left = Math.max(0, until - performance.now());
          const then = await quiet.reached(left, { drawFirst: false, patient });
          result = { changed: result.changed || then.changed, quiet: then.quiet };
        }
      }
      const element = expect && finder.element(expect.element);
      const holds = expect && element ? holdsText(element, expect.value) : undefined;
      return {
        ...result,
        ...(verdict && { guard: verdict }),
        ...(astray && { astray: finder.show(astray) }),
        ...(elsewhere && { elsewhere: finder.show(elsewhere) }),
        ...(holds !== undefined && { holds }),
        ...(!documentHasFocus(document) && { unfocused: true }),
        ...(leaving.isUnderWay && { leaving: true }),
        ...(leaving.isDownload && { downloading: true }),
      };
    },

    async fill(request) {
      let filled = await startText(request, true);
      // What a page does about the focus comes before the text, as it does where a person types: a picker that opens
      // would put its own value in its place, or next to it.
      if (filled.ok && filled.focusMoved) {
        await Promise.all([shortTurn(), timerTurn()]);
        filled = await startText(request, false);
      }
      if (!filled.ok) return filled;
      if (INPUT_TO_COME.has(filled.how)) {
        const field = finder.element(filled.element);
        if (field && editableOf(field)?.kind === 'content')
          await untilSelectionTold(performance.now() + request.timeout);
        return filled;
      }
      if (!request.askQuiet || popup.isAwaited || !(await quiet.isNow())) return filled;
      const element = finder.element(filled.element);
      const holds = element !== undefined && holdsText(element, filled.set ?? request.value);
      return { ...filled, after: { changed: false, quiet: true, holds } };
    },

    async paste({ element: number, text }) {
      const element = finder.element(number);
      const taken = element !== undefined && isConnected(element) && (await paste(element, text));
      if (taken) textGuard.take();
      return { taken };
    },

    focus: (request) =>
      onceReady(
        request,
        request.keys === 'typed' ? ['visible', 'enabled', 'editable'] : ['visible', 'enabled'],
        (element) => {
          const refused =
            (request.keys === 'typed' ? notTyped(element) : undefined) ??
            takeFocus(element, request.caret === 'end');
          if (refused) return refused;
          if (request.keys) keyGuard.arm(element);
          return {};
        },
        { followLabel: true },
      ),

    blur: (request) =>
      onceReady(request, [], (element) => {
        blur(element);
        return {};
      }),

    selectText: (request) =>
      onceReady(request, ['visible'], (element) => {
        const editable = editableOf(element);
        if (editable && editable.kind !== 'select') {
          const refused = takeFocus(element);
          if (refused) return refused;
          selectAll(editable);
        } else selectContents(element);
        return {};
      }),

    domClick: (request) =>
      onceReady(request, ['enabled'], (element) => {
        domClick(element);
        return {};
      }),

    choose: (request) =>
      onceReady(request, ['visible', 'enabled'], (element) => choose(element, request.choices, finder), {
        followLabel: true,
      }),

    checkable: (request) =>
      onceReady(
        request,
        ['enabled'],
        (element, number) => {
          const checkable = checkableOf(element, request.checked, finder);
          if (isRefused(checkable)) return checkable;
          const { is, click } = checkable;
          return { is, element: number(), click: click === element ? number() : finder.show(click).element };
        },
        { followLabel: true },
      ),

    fileInput: (request) =>
      onceReady(
        request,
        ['enabled'],
        (element, number) => {
          const input = fileInputOf(element, request.count);
          return input && isRefused(input) ? input : { element: input ? number() : null };
        },
        { followLabel: true },
      ),

    async scroll({ target, scroll: how, ...limits }) {
      if (target) return onceReady({ target, ...limits }, ['visible'], (element) => scroll(element, how));
      watch();
      const done = scroll(undefined, how);
      return isRefused(done) ? { ok: false, refused: done } : { ok: true, ...done };
    },

    async scriptDrop(request) {
      let target: Element | undefined;
      const ready = await onceReady(request, [], (element) => {
        target = element;
        return { accepted: false };
      });
      if (!ready.ok || !target) return ready;
      const accepted = await scriptDrop(target, request, finder);
      const source = request.source === undefined ? undefined : finder.element(request.source);
      if (source) scriptDragEnd(source);
      return { ...ready, accepted };
    },

    dragState: ({ frames = 0 }) => drag.state(frames),

    slider({ element: number }) {
      const element = finder.element(number);
      const now = element && isConnected(element) ? sliderAt(element) : undefined;
      return now === undefined ? {} : { now };
    },

    checked({ element: number }) {
      const element = finder.element(number);
      const checked = element && isConnected(element) ? stateOf(element, finder) : undefined;
      return checked === undefined ? {} : { checked };
    },

    async mark({ target, timeout = 0 }) {
      if (!target) {
        mark(null);
        return { ok: true };
      }
      return onceReady({ target, timeout }, ['visible'], (element) => {
        mark(element);
        return {};
      });
    },
  };
}

function isRefused(value: object): value is Refused {
  return 'code' in value;
}
