/**
 * Drag events made by script. No protocol gives Firefox a `drop`, and none gives any browser files from
 * outside in every frame: these events are not trusted, and the report of the action says so.
 */
import type { ReplyOf, RequestOf } from '../../../wire/api.js';
import { addListener, dispatch, removeListener } from '../../dom/effects.js';
import type { Finder } from '../../identity/finder.js';
import { frame } from '../event-loop.js';
import { deepestAt } from '../ready/hit.js';
import { boundsOf, isInside, middle } from '../ready/points.js';

type DropRequest = Pick<RequestOf<'scriptDrop'>, 'point' | 'data' | 'files' | 'whole'>;

/** In milliseconds: a page that is busy draws late. */
const FRAME_PATIENCE = 100;

const WATCHED = ['dragstart', 'dragenter', 'dragover', 'drop', 'dragend'] as const;

/**
 * Follows a drag, so that it can be carried on by script where the browser does not. Events are looked at
 * first of all, before a page can stop them, and asked later what became of them.
 */
export class DragWatch {
  readonly #last = new Map<string, DragEvent>();
  #watching = false;
  #cleanUp: () => void = () => undefined;
  #data: Record<string, string> = {};

  /** Goes on when it is at it: the end of a drag is often in the document where it began. */
  begin(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#last.clear();
    this.#data = {};
    for (const type of WATCHED) addListener(window, type, this.#on, { capture: true });
  }

  end(): void {
    if (!this.#watching) return;
    this.#watching = false;
    this.#cleanUp();
    for (const type of WATCHED) removeListener(window, type, this.#on, { capture: true });
  }

  async state(frames: number): Promise<ReplyOf<'dragState'>> {
    const until = performance.now() + FRAME_PATIENCE * frames;
    for (let drawn = 0; drawn < frames; drawn++) await frame(until);
    const begun = this.#last.get('dragstart');
    return {
      started: begun !== undefined && !begun.defaultPrevented,
      data: this.#data,
      // Asking for the drop is done by cancelling the event.
      overAccepted: this.#last.get('dragover')?.defaultPrevented ?? false,
      dropped: this.#last.has('drop'),
      ended: this.#last.has('dragend'),
    };
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof DragEvent)) return;
    this.#last.set(event.type, event);
    // Whether the element before wanted it says nothing about this one.
    if (event.type === 'dragenter') this.#last.delete('dragover');
    if (event.type === 'dragstart') this.#readOnItsWay(event);
  };

  /** The data can be read only while the event is under way, and each listener on it may add some. */
  #readOnItsWay(event: DragEvent): void {
    const read = (): void => {
      const transfer = event.dataTransfer;
      for (const type of transfer?.types ?? []) this.#data[type] = transfer?.getData(type) ?? '';
    };
    const path = event.composedPath();
    for (const node of path) addListener(node, 'dragstart', read, { once: true });
    // Where the page stopped the event, some of them are left.
    this.#cleanUp = () => {
      for (const node of path) removeListener(node, 'dragstart', read);
    };
  }
}

/** True when the page took the drop. */
export async function scriptDrop(
  target: Element,
  { point, data, files, whole }: DropRequest,
  { shadowRootOf }: Finder,
): Promise<boolean> {
  const transfer = new DataTransfer();
  for (const [type, content] of Object.entries(data)) put(transfer, type, content);
  for (const file of files) transfer.items.add(fileOf(file));
  // The page may have scrolled since the point was chosen: browsers do that by themselves at the edge of a list.
  const { x, y } = isInside(point, boundsOf(target)) ? point : middle(boundsOf(target));
  let over = target;
  const fire = (type: string): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer };
    return !dispatch(over, new DragEvent(type, { ...init, clientX: x, clientY: y }));
  };
  if (whole) {
    const first = deepestAt(x, y, shadowRootOf);
    fire('dragenter');
    // Pages show where to drop as soon as something enters, often in front of what was there.
    await frame(performance.now() + FRAME_PATIENCE);
    const now = deepestAt(x, y, shadowRootOf);
    if (now && now !== first) {
      fire('dragleave');
      over = now;
      fire('dragenter');
    }
    // A page that does not cancel `dragover` does not want the drop.
    if (!fire('dragover')) {
      fire('dragleave');
      return false;
    }
  }
  fire('drop');
  return true;
}

/** Of a picture that is dragged Firefox tells types (a file that it promises) that no script may set. */
function put(transfer: DataTransfer, type: string, content: string): void {
  try {
    transfer.setData(type, content);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

export function scriptDragEnd(source: Element): void {
  dispatch(source, new DragEvent('dragend', { bubbles: true, cancelable: false, composed: true }));
}

function fileOf({ name, type, base64 }: { name: string; type: string; base64: string }): File {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return new File([bytes], name, { type });
}
