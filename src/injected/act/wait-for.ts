/**
 * Waits until an element appears, goes, shows, hides or changes. A MutationObserver sees changes of the tree;
 * changes of style or layout alone are seen at the next frame. A look is slow on a large page, so looking takes
 * at most a fifth of the time.
 */
import type { RequestOf } from '../../wire/api.js';
import type { Aria } from '../aria/engine.js';
import { matches, queryAll, textContent } from '../dom/intrinsics.js';
import { resolveTarget, type Unresolved } from '../identity/resolve.js';
import { ariaFor, type World } from '../world.js';
import { atEnd, WATCHED } from './event-loop.js';
import { notEnabled } from './ready/condition.js';

type Request = RequestOf<'waitFor'>;
type Outcome = { ok: true; reached: boolean } | Unresolved;

/** The pause before the next look, as a multiple of the last look's duration. */
const REST = 4;

export function waitFor(world: World, request: Request): Promise<Outcome> {
  const deadline = performance.now() + request.timeout;
  const before: Before = {};
  return new Promise((resolve, reject) => {
    let restUntil = 0;
    let frame = 0;
    let callOff = (): void => undefined;
    const observer = new MutationObserver(() => look(false));

    function end(): void {
      observer.disconnect();
      cancelAnimationFrame(frame);
      callOff();
    }

    function look(last: boolean): void {
      const started = performance.now();
      if (!last && started < restUntil) return;
      try {
        const outcome = check(world, request, before);
        restUntil = performance.now() + (performance.now() - started) * REST;
        if (!last && outcome.ok && !outcome.reached) return;
        end();
        resolve(outcome);
      } catch (error) {
        end();
        reject(error);
      }
    }

    const onFrame = (): void => {
      frame = requestAnimationFrame(onFrame);
      look(false);
    };

    frame = requestAnimationFrame(onFrame);
    callOff = atEnd(deadline, () => look(true));
    observer.observe(document, WATCHED);
    look(request.timeout <= 0);
  });
}

/** What the element showed when the wait began. */
interface Before {
  look?: string;
}

function check(world: World, { target, state }: Request, before: Before): Outcome {
  const aria = ariaFor(world);
  const resolved = resolveTarget(world, target, aria);
  if (!resolved.ok) {
    const { kind } = resolved.failure;
    const gone = kind === 'no-match' || kind === 'stale';
    if (!gone) return resolved;
    const changed = state === 'changed' && before.look !== undefined;
    if (state === 'detached' || state === 'hidden' || changed) return { ok: true, reached: true };
    // A locator may match later; a ref's element does not come back.
    return kind === 'no-match' ? { ok: true, reached: false } : resolved;
  }
  switch (state) {
    case 'attached':
      return { ok: true, reached: true };
    case 'detached':
      return { ok: true, reached: false };
    case 'enabled':
    case 'disabled':
      return { ok: true, reached: (notEnabled(resolved.element) === null) === (state === 'enabled') };
    case 'changed': {
      const look = lookOf(resolved.element, aria);
      before.look ??= look;
      return { ok: true, reached: look !== before.look };
    }
    default:
      return { ok: true, reached: aria.isVisible(resolved.element) === (state === 'visible') };
  }
}

function lookOf(element: Element, aria: Aria): string {
  const controls = [...queryAll(element, 'input, select, textarea, option')];
  return JSON.stringify([
    aria.nameOf(element),
    aria.valueOf(element),
    aria.statesOf(element),
    aria.isVisible(element),
    notEnabled(element),
    textContent(element),
    controls.map((control) => [aria.valueOf(control), matches(control, ':checked')]),
  ]);
}
