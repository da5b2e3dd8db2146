/**
 * Trusted pointer, wheel and key events in as few protocol calls as possible: a run of events is one chain of
 * actions, in which each event is a tick and the other devices pause.
 *
 * Firefox keeps the device state per frame and takes coordinates in that frame. Its pointer events have no
 * own modifiers: they follow from the keys held down in the same frame, so a modifier that an event
 * needs and that is not held is pressed for that event. Firefox counts clicks itself, within one chain and only
 * while the pointer stays in place.
 *
 * Text without a key goes through the editor's own command in the sandbox: that fires one trusted `input` event,
 * where key actions would send half a character at a time. Rich content gets such text by key actions
 * nevertheless: many editors keep a document model that is updated by `beforeinput`, which a command does not
 * fire. Even if nothing editable has the focus, the page may listen to the keys.
 */
import type { Input as Bidi } from 'webdriver-bidi-protocol';
import { SightlineError } from '../../errors.js';
import { startClock } from '../deadline.js';
import { DialogAlarm } from '../dialog-alarm.js';
import type { CallScope, FrameId, InputEvent, Modifiers, MouseButton } from '../driver.js';
import { inPage } from '../in-page.js';
import type { BidiEvent, Connection } from './connection.js';
import type { Dialogs } from './dialogs.js';
import type { Worlds } from './worlds/worlds.js';

const BUTTONS: Record<MouseButton, number> = { left: 0, middle: 1, right: 2, back: 3, forward: 4 };

/** WebDriver's code points of the left and the right key. */
const MODIFIER_KEYS: Record<keyof Modifiers, readonly [left: string, right: string]> = {
  shift: ['\uE008', '\uE050'],
  control: ['\uE009', '\uE051'],
  alt: ['\uE00A', '\uE052'],
  meta: ['\uE03D', '\uE053'],
};
const ALL_MODIFIER_KEYS: ReadonlySet<string> = new Set(Object.values(MODIFIER_KEYS).flat());

/** Starts a new line. In many chats Enter alone sends the message. */
const SOFT_ENTER: readonly Tick[] = [
  press(MODIFIER_KEYS.shift[0]),
  press('\uE007'),
  lift('\uE007'),
  lift(MODIFIER_KEYS.shift[0]),
];

type Action = Exclude<InputEvent, { type: 'text' }>;
type Tick =
  | { device: 'key'; action: Bidi.KeyDownAction | Bidi.KeyUpAction }
  | { device: 'pointer'; action: Bidi.PointerMoveAction | Bidi.PointerDownAction | Bidi.PointerUpAction }
  | { device: 'wheel'; action: Bidi.WheelScrollAction };

/** What is pressed, and where the pointer is, in one frame. */
interface Devices {
  keys: Set<string>;
  at: { x: number; y: number } | undefined;
}

export class Input {
  readonly #connection: Connection;
  readonly #worlds: Worlds;
  readonly #dialogs: Dialogs;
  readonly #devices = new Map<FrameId, Devices>();
  readonly #alarm = new DialogAlarm();

  constructor(connection: Connection, worlds: Worlds, dialogs: Dialogs) {
    this.#connection = connection;
    this.#worlds = worlds;
    this.#dialogs = dialogs;
  }

  on(event: BidiEvent): void {
    if (event.method === 'browsingContext.userPromptOpened') this.#alarm.ring();
  }

  frameGone(frame: FrameId): void {
    this.#devices.delete(frame);
  }

  send(frame: FrameId, events: InputEvent[], scope: CallScope = {}): Promise<void> {
    return this.#alarm.race(this.#dialogs.open, () => this.#sendAll(frame, events, scope));
  }

  async #sendAll(frame: FrameId, events: InputEvent[], scope: CallScope): Promise<void> {
    const clock = startClock(scope);
    let chain: Action[] = [];
    for (const event of events) {
      if (event.type !== 'text') {
        chain.push(event);
        continue;
      }
      await this.#perform(frame, chain, clock.left());
      chain = [];
      await this.#insert(frame, event.text, clock.left());
    }
    await this.#perform(frame, chain, clock.left());
  }

  async #perform(frame: FrameId, events: Action[], scope: CallScope): Promise<void> {
    if (events.length > 0) await this.#dispatch(frame, ticksOf(events, this.#devicesOf(frame)), scope);
  }

  async #insert(frame: FrameId, text: string, scope: CallScope): Promise<void> {
    const how = await this.#worlds.call(frame, inPage('insertText'), text, scope);
    if (how === 'inserted' || how === 'astray') return;
    const characters = [...new Intl.Segmenter().segment(text.replaceAll('\r\n', '\n'))];
    const ticks = characters.flatMap(({ segment }): readonly Tick[] =>
      // Code editors indent after Enter; there the bare character is accepted as it is, elsewhere it is lost.
      segment === '\n' && how !== 'code' ? SOFT_ENTER : [press(segment), lift(segment)],
    );
    await this.#dispatch(frame, ticks, scope);
  }

  async #dispatch(frame: FrameId, ticks: Tick[], scope: CallScope): Promise<void> {
    await this.#connection.send(
      'input.performActions',
      { context: frame, actions: sourcesOf(ticks) },
      { ...scope, endsWith: frame },
    );
  }

  #devicesOf(frame: FrameId): Devices {
    const known = this.#devices.get(frame);
    if (known) return known;
    const devices: Devices = { keys: new Set(), at: undefined };
    this.#devices.set(frame, devices);
    return devices;
  }
}

function ticksOf(events: Action[], devices: Devices): Tick[] {
  const ticks: Tick[] = [];
  let clicked = false;
  for (const [index, event] of events.entries()) {
    const missing = missingModifiers(event, devices.keys);
    ticks.push(...missing.map(press));
    switch (event.type) {
      case 'key-down':
        // A dead key types nothing until the next key, which carries the accent.
        if (event.key.key === 'Dead') break;
        if (event.key.bidi === '')
          throw new SightlineError('unsupported', `WebDriver has no code for the key ${event.key.code}`);
        devices.keys.add(event.key.bidi);
        ticks.push(press(event.key.bidi));
        break;
      case 'key-up':
        if (event.key.bidi === '') break;
        devices.keys.delete(event.key.bidi);
        ticks.push(lift(event.key.bidi));
        break;
      case 'wheel':
        ticks.push(scroll(event));
        break;
      case 'pointer-move':
        // A pointer that is already there does not move; another move would end a double click.
        if (index === 0 || !isAt(devices, event)) ticks.push(moveTo(event, devices));
        break;
      case 'pointer-down':
        // A move, even to the same place, restarts the click count.
        if (!isAt(devices, event) || (clicked && event.clickCount === 1)) ticks.push(moveTo(event, devices));
        ticks.push({ device: 'pointer', action: { type: 'pointerDown', button: BUTTONS[event.button] } });
        break;
      case 'pointer-up':
        if (!isAt(devices, event)) ticks.push(moveTo(event, devices));
        ticks.push({ device: 'pointer', action: { type: 'pointerUp', button: BUTTONS[event.button] } });
        clicked = true;
        break;
    }
    ticks.push(...missing.map(lift));
  }
  return ticks;
}

function missingModifiers(event: Action, held: ReadonlySet<string>): string[] {
  if ('key' in event && ALL_MODIFIER_KEYS.has(event.key.bidi)) return [];
  const names = Object.keys(MODIFIER_KEYS) as (keyof Modifiers)[]; // the keys of a literal are known
  return names
    .filter((name) => event.modifiers[name] && !MODIFIER_KEYS[name].some((key) => held.has(key)))
    .map((name) => MODIFIER_KEYS[name][0]);
}

function press(value: string): Tick {
  return { device: 'key', action: { type: 'keyDown', value } };
}

function lift(value: string): Tick {
  return { device: 'key', action: { type: 'keyUp', value } };
}

function isAt({ at }: Devices, { x, y }: { x: number; y: number }): boolean {
  return at?.x === x && at.y === y;
}

function moveTo({ x, y }: { x: number; y: number }, devices: Devices): Tick {
  devices.at = { x, y };
  return { device: 'pointer', action: { type: 'pointerMove', x, y, origin: 'viewport', duration: 0 } };
}

/** The protocol accepts only whole pixels. */
function scroll(event: Extract<Action, { type: 'wheel' }>): Tick {
  const [x, y, deltaX, deltaY] = [event.x, event.y, event.deltaX, event.deltaY].map(Math.round);
  return {
    device: 'wheel',
    action: {
      type: 'scroll',
      x: x ?? 0,
      y: y ?? 0,
      deltaX: deltaX ?? 0,
      deltaY: deltaY ?? 0,
      origin: 'viewport',
    },
  };
}

/** One list of actions for each device used, as long as there are ticks. */
function sourcesOf(ticks: Tick[]): Bidi.SourceActions[] {
  const pause: Bidi.PauseAction = { type: 'pause' };
  const keys = ticks.map((tick) => (tick.device === 'key' ? tick.action : pause));
  const pointer = ticks.map((tick) => (tick.device === 'pointer' ? tick.action : pause));
  const wheel = ticks.map((tick) => (tick.device === 'wheel' ? tick.action : pause));
  const takesPart = (device: Tick['device']) => ticks.some((tick) => tick.device === device);
  return [
    ...(takesPart('key') ? [{ type: 'key' as const, id: 'sightline-keys', actions: keys }] : []),
    ...(takesPart('pointer')
      ? [
          {
            type: 'pointer' as const,
            id: 'sightline-mouse',
            parameters: { pointerType: 'mouse' as const },
            actions: pointer,
          },
        ]
      : []),
    ...(takesPart('wheel') ? [{ type: 'wheel' as const, id: 'sightline-wheel', actions: wheel }] : []),
  ];
}
