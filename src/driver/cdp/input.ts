/**
 * Trusted pointer, wheel and key events. They go to the page's session in coordinates of the main frame; the
 * browser itself finds the frame under the pointer or with the focus. Dragging something draggable would start a
 * drag of the operating system, which no protocol call could end. Chromium can hand the drag over instead: then
 * its events are sent one by one.
 */
import type { Protocol } from 'devtools-protocol';
import { type Clock, startClock } from '../deadline.js';
import { DialogAlarm } from '../dialog-alarm.js';
import type { CallScope, DropFromOutside, FrameId, InputEvent, Modifiers, MouseButton } from '../driver.js';
import type { CdpEvent, Session } from './connection.js';
import type { Dialogs } from './dialogs.js';
import type { FrameTree } from './frames.js';
import { pointerArrival, untilDrawn } from './until-drawn.js';
import type { WorldTable } from './worlds/world-table.js';

const BUTTON_BITS: Record<MouseButton, number> = { left: 1, right: 2, middle: 4, back: 8, forward: 16 };

/** One of the operations that a drag allows. */
const COPY = 1;
/** A frame that is covered or out of view is not reached however often the pointer moves. */
const MOST_MOVES = 10;
/** A frame that was just drawn is reached by then, even on a slow machine. */
const PATIENT_MOVES = 4;
/**
 * Many pages show a drop zone as soon as something enters. The dragged item enters the zone with its next move,
 * and is over it only with the one after.
 */
const LEAST_OVERS = 2;
const MOST_OVERS = 5;
const NONE_HELD: Modifiers = { alt: false, control: false, meta: false, shift: false };

export class Input {
  readonly #session: Session;
  readonly #frames: FrameTree;
  readonly #worlds: WorldTable;
  readonly #dialogs: Dialogs;
  readonly #mayRaise: boolean;
  readonly #alarm = new DialogAlarm();
  #buttons = 0;
  #intercepting = false;
  #drag: Protocol.Input.DragData | undefined;
  /** A drag from outside has entered the page. */
  #hovering = false;

  constructor(
    session: Session,
    frames: FrameTree,
    worlds: WorldTable,
    dialogs: Dialogs,
    { mayRaise }: { mayRaise: boolean },
  ) {
    this.#session = session;
    this.#frames = frames;
    this.#worlds = worlds;
    this.#dialogs = dialogs;
    this.#mayRaise = mayRaise;
  }

  on(event: CdpEvent): void {
    if (event.method === 'Input.dragIntercepted') this.#drag = event.params.data;
    if (event.method === 'Page.javascriptDialogOpening') this.#alarm.ring();
  }

  send(frame: FrameId, events: InputEvent[], scope: CallScope = {}): Promise<void> {
    return this.#alarm.race(this.#dialogs.open, () => this.#sendAll(frame, events, startClock(scope)));
  }

  async #sendAll(frame: FrameId, events: InputEvent[], clock: Clock): Promise<void> {
    await this.#untilPainted(frame, clock);
    const [first, ...others] = events;
    const rest = first && (await this.#led(frame, first, clock)) ? others : events;
    let sent: Promise<unknown>[] = [];
    for (const event of rest) {
      if (!this.#mayDrag(event)) {
        sent.push(this.#dispatch(frame, event, clock));
        continue;
      }
      // Whether this event belongs to a drag is known only when the previous one has been handled.
      await Promise.all(sent);
      sent = [];
      await this.#dragStep(frame, event, clock);
    }
    await Promise.all(sent);
  }

  /**
   * Chromium drops input for a document that has not been on the screen yet, and hit-tests frames against what
   * has been drawn. Costs nothing once the browser has reported the first paint.
   */
  async #untilPainted(frame: FrameId, clock: Clock): Promise<void> {
    const fresh = this.#frames.lineage(frame).filter(({ painted }) => !painted);
    // A document that fails has navigated: the input itself will show what became of it.
    await Promise.allSettled(
      fresh.map(async (entry) => {
        await untilDrawn(this.#worlds, entry.id, clock);
        entry.painted = true;
      }),
    );
  }

  /**
   * The browser finds the process under the pointer by what the compositor reported about each process, and it
   * may not know a frame that has just been drawn: the frame around it would get the events. So the first move
   * into such a document is sent until the document has seen it; the wheel is led by one. True if `event` was sent.
   */
  async #led(frame: FrameId, event: InputEvent, clock: Clock): Promise<boolean> {
    const entry = this.#frames.get(frame);
    if (entry.reached || entry.session === this.#session) return false;
    const move = leadOf(event);
    if (!move || this.#mayDrag(move)) return false;
    for (let moves = 0; moves < MOST_MOVES && !entry.reached; moves++) {
      // The compositor may never report a tab that is behind another.
      if (moves === PATIENT_MOVES && this.#mayRaise)
        await this.#session.send('Page.bringToFront', undefined, clock.left());
      const arrival = await pointerArrival(this.#worlds, frame, clock);
      await this.#dispatch(frame, move, clock);
      entry.reached = await arrival();
    }
    return move === event;
  }

  #mayDrag(event: InputEvent): boolean {
    if (this.#drag || this.#intercepting) return event.type === 'pointer-move' || event.type === 'pointer-up';
    return event.type === 'pointer-move' && (this.#buttons & BUTTON_BITS.left) !== 0;
  }

  async #dragStep(frame: FrameId, event: InputEvent, clock: Clock): Promise<void> {
    if (event.type === 'pointer-move') {
      if (this.#drag) return this.#hover(event, this.#drag, clock);
      if (!this.#intercepting) {
        this.#intercepting = true;
        await this.#session.send('Input.setInterceptDrags', { enabled: true }, clock.left());
      }
      await this.#dispatch(frame, event, clock);
      if (this.#drag) await this.#hover(event, this.#drag, clock);
      return;
    }
    if (event.type !== 'pointer-up') return;
    const data = this.#drag;
    this.#drag = undefined;
    this.#hovering = false;
    this.#intercepting = false;
    if (data) await this.#dragEvent('drop', event, data, clock);
    await Promise.all([
      this.#dispatch(frame, event, clock),
      this.#session.send('Input.setInterceptDrags', { enabled: false }, clock.left()),
    ]);
  }

  /**
   * A drag is handed over when the page has handled the move that began it, which may be before or after the
   * reply.
   */
  async #hover(
    at: Extract<InputEvent, { type: 'pointer-move' }>,
    data: Protocol.Input.DragData,
    clock: Clock,
  ): Promise<void> {
    const type = this.#hovering ? 'dragOver' : 'dragEnter';
    this.#hovering = true;
    await this.#dragEvent(type, at, data, clock);
  }

  async #dragEvent(
    type: Protocol.Input.DispatchDragEventRequest['type'],
    at: { x: number; y: number; modifiers: Modifiers },
    data: Protocol.Input.DragData,
    clock: Clock,
  ): Promise<void> {
    const { x, y, modifiers } = at;
    await this.#session.send(
      'Input.dispatchDragEvent',
      { type, x, y, data, modifiers: bitsOf(modifiers) },
      clock.left(),
    );
  }

  /** Like `send`, for a drag from outside the page. */
  async drop(
    frame: FrameId,
    { x, y, files, data: content }: DropFromOutside,
    wanted: () => Promise<boolean>,
    scope: CallScope = {},
  ): Promise<boolean> {
    const clock = startClock(scope);
    await this.#untilPainted(frame, clock);
    const data: Protocol.Input.DragData = {
      items: Object.entries(content).map(([mimeType, text]) => ({ mimeType, data: text })),
      files,
      dragOperationsMask: COPY,
    };
    const at = { x, y, modifiers: NONE_HELD };
    await this.#dragEvent('dragEnter', at, data, clock);
    let accepted = false;
    for (let overs = 0; overs < LEAST_OVERS || (!accepted && overs < MOST_OVERS); overs++) {
      await this.#dragEvent('dragOver', at, data, clock);
      accepted = await wanted();
    }
    // An unaccepted drop would make the browser open the file in place of the page.
    await this.#dragEvent(accepted ? 'drop' : 'dragCancel', at, data, clock);
    return accepted;
  }

  #dispatch(frame: FrameId, event: InputEvent, clock: Clock): Promise<unknown> {
    switch (event.type) {
      case 'pointer-move':
        return this.#mouse('mouseMoved', event, clock, { button: event.button ?? 'none' });
      case 'pointer-down':
        this.#buttons |= BUTTON_BITS[event.button];
        return this.#mouse('mousePressed', event, clock, {
          button: event.button,
          clickCount: event.clickCount,
        });
      case 'pointer-up':
        this.#buttons &= ~BUTTON_BITS[event.button];
        return this.#mouse('mouseReleased', event, clock, {
          button: event.button,
          clickCount: event.clickCount,
        });
      case 'wheel':
        return this.#mouse('mouseWheel', event, clock, { deltaX: event.deltaX, deltaY: event.deltaY });
      case 'text':
        // To the frame's own process: the browser learns only later which one has the focus.
        return this.#frames.get(frame).session.send('Input.insertText', { text: event.text }, clock.left());
      case 'key-down':
      case 'key-up':
        return this.#session.send('Input.dispatchKeyEvent', keyEventOf(event), clock.left());
    }
  }

  #mouse(
    type: Protocol.Input.DispatchMouseEventRequest['type'],
    { x, y, modifiers }: { x: number; y: number; modifiers: Modifiers },
    clock: Clock,
    more: Partial<Protocol.Input.DispatchMouseEventRequest>,
  ): Promise<unknown> {
    return this.#session.send(
      'Input.dispatchMouseEvent',
      { type, x, y, modifiers: bitsOf(modifiers), buttons: this.#buttons, pointerType: 'mouse', ...more },
      clock.left(),
    );
  }
}

/** The move that leads a pointer's event to its document. */
function leadOf(event: InputEvent): InputEvent | undefined {
  if (event.type !== 'wheel') return event.type === 'pointer-move' ? event : undefined;
  const { x, y, modifiers } = event;
  return { type: 'pointer-move', x, y, modifiers };
}

function keyEventOf(
  event: Extract<InputEvent, { type: 'key-down' | 'key-up' }>,
): Protocol.Input.DispatchKeyEventRequest {
  const { key, code, keyCode, location, commands } = event.key;
  const { control, alt, meta } = event.modifiers;
  // With one of these held, a key is a command and types nothing.
  const text = event.type === 'key-up' || control || alt || meta ? '' : event.key.text;
  return {
    type: event.type === 'key-up' ? 'keyUp' : text === '' ? 'rawKeyDown' : 'keyDown',
    key,
    code,
    windowsVirtualKeyCode: keyCode,
    location: location === 3 ? 0 : location,
    isKeypad: location === 3,
    modifiers: bitsOf(event.modifiers),
    ...(text !== '' && { text, unmodifiedText: text }),
    ...(commands && event.type === 'key-down' && { commands }),
  };
}

function bitsOf({ alt, control, meta, shift }: Modifiers): number {
  return (alt ? 1 : 0) | (control ? 2 : 0) | (meta ? 4 : 0) | (shift ? 8 : 0);
}
