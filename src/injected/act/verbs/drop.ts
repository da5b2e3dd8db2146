/**
 * Drag events fired by script. No protocol delivers a `drop` in Firefox, and none drops files from outside in
 * every frame of any browser. These events are untrusted, and the action's report says so.
 */
import type { RequestOf } from '../../../wire/api.js';
import { dispatch, insertText } from '../../dom/effects.js';
import type { Finder } from '../../identity/finder.js';
import type { Handler } from '../acting.js';
import { frame } from '../event-loop.js';
import { deepestAt } from '../ready/hit.js';
import { boundsOf, isInside, middle } from '../ready/points.js';
import { FRAME_PATIENCE } from './drag-watch.js';
import { takeFocus } from './take-focus.js';
import { takesText } from './takes-text.js';

/** One for the page to notice the drag, one to draw what follows. */
const FRAMES_TO_REARRANGE = 2;

type DropRequest = Pick<RequestOf<'drop'>, 'point' | 'data' | 'files' | 'whole'>;

export const drop: Handler<'drop'> = async (acting, request) => {
  const { finder } = acting;
  let target: Element | undefined;
  const ready = await acting.onceReady(request, [], (element) => {
    target = element;
    return { accepted: false };
  });
  if (!ready.ok || !target) return ready;
  const accepted = await dropByScript(target, request, finder);
  const source = request.source === undefined ? undefined : finder.element(request.source);
  if (source) endDragByScript(source);
  return { ...ready, accepted };
};

/** True when the page accepted the drop. */
async function dropByScript(
  target: Element,
  { point, data, files, whole }: DropRequest,
  { shadowRootOf }: Finder,
): Promise<boolean> {
  const transfer = new DataTransfer();
  for (const [type, content] of Object.entries(data)) put(transfer, type, content);
  for (const file of files) transfer.items.add(fileOf(file));
  // The page may have scrolled since the point was chosen: browsers scroll at the edge of a list during a drag.
  const isThere = isInside(point, boundsOf(target));
  const { x, y } = isThere || !whole ? point : middle(boundsOf(target));
  const text = data['text/plain'] ?? '';
  // A list that has rearranged has put the dragged element below the pointer.
  let over = (!isThere && !whole && deepestAt(x, y, shadowRootOf)) || target;
  const fire = (type: string): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer };
    return !dispatch(over, new DragEvent(type, { ...init, clientX: x, clientY: y }));
  };
  /** Goes over to what the page has put under the pointer meanwhile. */
  const follow = async (first: Element | null, frames: number): Promise<boolean> => {
    for (let drawn = 0; drawn < frames; drawn++) await frame(performance.now() + FRAME_PATIENCE);
    const now = deepestAt(x, y, shadowRootOf);
    if (!now || now === first) return false;
    fire('dragleave');
    over = now;
    fire('dragenter');
    return true;
  };
  const first = deepestAt(x, y, shadowRootOf);
  if (whole) {
    fire('dragenter');
    // Many pages show a drop zone on `dragenter`, often in front of the target.
    await follow(first, 1);
    // A page that does not cancel `dragover` rejects the drop, except in a text field.
    if (!fire('dragover') && !(text && takesText(over))) {
      fire('dragleave');
      return false;
    }
  } else if (isThere) {
    fire('dragover');
    // No hand drops in the same moment: lists rearrange in the next frame.
    if (await follow(first, FRAMES_TO_REARRANGE)) fire('dragover');
  }
  if (!fire('drop') && text && takesText(over) && !takeFocus(over, true)) insertText(text);
  return true;
}

/** For a dragged image Firefox lists types (such as a promised file) that no script may set. */
function put(transfer: DataTransfer, type: string, content: string): void {
  try {
    transfer.setData(type, content);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function endDragByScript(source: Element): void {
  dispatch(source, new DragEvent('dragend', { bubbles: true, cancelable: false, composed: true }));
}

function fileOf({ name, type, base64 }: { name: string; type: string; base64: string }): File {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new File([bytes], name, { type });
}
