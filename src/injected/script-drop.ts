/**
 * Drag events made by script. No protocol gives Firefox a `drop`, and none gives any browser files from
 * outside in every frame: these events are not trusted, and the report of the action says so.
 */
import type { ReplyOf, RequestOf } from './api.js';
import { addListener, dispatch, removeListener } from './dom/effects.js';

type DropRequest = Pick<RequestOf<'scriptDrop'>, 'point' | 'data' | 'files' | 'whole'>;

const WATCHED = ['dragstart', 'dragover', 'drop', 'dragend'] as const;

/** Follows the drag that a press starts, so that its data can be carried on by script if the browser does not. */
export class DragWatch {
  #watching = false;
  #state: ReplyOf<'dragState'> = fresh();

  /** Goes on when it is at it: the end of a drag is often in the document where it began. */
  begin(): void {
    if (this.#watching) return;
    this.#watching = true;
    this.#state = fresh();
    // In the last phase of the event: the page has put its data in by then.
    for (const type of WATCHED) addListener(window, type, this.#on);
  }

  end(): void {
    if (!this.#watching) return;
    this.#watching = false;
    for (const type of WATCHED) removeListener(window, type, this.#on);
  }

  state(): ReplyOf<'dragState'> {
    return this.#state;
  }

  readonly #on = (event: Event): void => {
    if (!event.isTrusted || !(event instanceof DragEvent)) return;
    const state = this.#state;
    if (event.type === 'drop') state.dropped = true;
    if (event.type === 'dragend') state.ended = true;
    if (event.type === 'dragover') state.overAccepted = event.defaultPrevented;
    if (event.type !== 'dragstart' || event.defaultPrevented) return;
    state.started = true;
    const transfer = event.dataTransfer;
    for (const type of transfer?.types ?? []) state.data[type] = transfer?.getData(type) ?? '';
  };
}

function fresh(): ReplyOf<'dragState'> {
  return { started: false, data: {}, overAccepted: false, dropped: false, ended: false };
}

/** True when the page took the drop. */
export function scriptDrop(target: Element, { point, data, files, whole }: DropRequest): boolean {
  const transfer = new DataTransfer();
  for (const [type, content] of Object.entries(data)) transfer.setData(type, content);
  for (const file of files) transfer.items.add(fileOf(file));
  const fire = (type: string): boolean => {
    const init = { bubbles: true, cancelable: true, composed: true, dataTransfer: transfer };
    return !dispatch(target, new DragEvent(type, { ...init, clientX: point.x, clientY: point.y }));
  };
  if (whole) {
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
