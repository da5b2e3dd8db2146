/**
 * Drag events made by script. No protocol gives Firefox a `drop`, and none gives any browser files from
 * outside in every frame: these events are not trusted, and the report of the action says so.
 */
import type { RequestOf } from './api.js';
import { addListener, dispatch, removeListener } from './dom/effects.js';
import type { Point } from './points.js';

type DropRequest = Pick<RequestOf<'scriptDrop'>, 'data' | 'files' | 'whole'>;

/** Follows the drag that a press starts, so that its data can be carried on by script if the browser does not. */
export class DragWatch {
  #data: Record<string, string> = {};
  #watching = false;
  started = false;
  dropped = false;
  ended = false;

  begin(): void {
    this.#data = {};
    this.started = false;
    this.dropped = false;
    this.ended = false;
    if (this.#watching) return;
    this.#watching = true;
    // In the last phase of the event: the page has put its data in by then.
    for (const type of WATCHED) addListener(window, type, this.#on);
  }

  end(): void {
    if (!this.#watching) return;
    this.#watching = false;
    for (const type of WATCHED) removeListener(window, type, this.#on);
  }

  get data(): Record<string, string> {
    return this.#data;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof DragEvent)) return;
    if (event.type === 'drop') this.dropped = true;
    if (event.type === 'dragend') this.ended = true;
    if (event.type !== 'dragstart' || event.defaultPrevented) return;
    this.started = true;
    const transfer = event.dataTransfer;
    for (const type of transfer?.types ?? []) this.#data[type] = transfer?.getData(type) ?? '';
  };
}

const WATCHED = ['dragstart', 'drop', 'dragend'] as const;

/** True when the page took the drop. */
export function scriptDrop(
  target: Element,
  { x, y }: Point,
  request: DropRequest,
  data: Record<string, string>,
): boolean {
  const transfer = new DataTransfer();
  for (const [type, content] of Object.entries(request.data ?? data)) transfer.setData(type, content);
  for (const file of request.files ?? []) transfer.items.add(fileOf(file));
  const fire = (type: string): boolean => {
    const init = {
      bubbles: true,
      cancelable: true,
      composed: true,
      clientX: x,
      clientY: y,
      dataTransfer: transfer,
    };
    return !dispatch(target, new DragEvent(type, init));
  };
  if (request.whole) {
    fire('dragenter');
    // A page that does not cancel `dragover` does not want the drop.
    if (!fire('dragover')) {
      fire('dragleave');
      return false;
    }
  }
  fire('drop');
  return true;
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
