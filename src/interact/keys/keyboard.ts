/** One keyboard per page: which modifiers are held, and the events that make up a chord or a text. */
import type { InputEvent, KeyStroke, Modifiers } from '../../driver/driver.js';
import { type Chord, graphemes, modifierOf, parseChord, type Stroke, strokeOf } from './chord.js';
import { type Key, keyByName } from './layout.js';

/** The edit commands of shortcuts in a text field on a Mac, where the system handles them, not the browser. */
const MAC_COMMANDS: Record<string, string> = {
  'Meta+KeyA': 'selectAll',
  'Meta+KeyC': 'copy',
  'Meta+KeyV': 'paste',
  'Meta+KeyX': 'cut',
  'Meta+KeyZ': 'undo',
  'Shift+Meta+KeyZ': 'redo',
  'Meta+ArrowLeft': 'moveToLeftEndOfLine',
  'Meta+ArrowRight': 'moveToRightEndOfLine',
  'Meta+ArrowUp': 'moveToBeginningOfDocument',
  'Meta+ArrowDown': 'moveToEndOfDocument',
  'Alt+ArrowLeft': 'moveWordLeft',
  'Alt+ArrowRight': 'moveWordRight',
  'Meta+Backspace': 'deleteToBeginningOfLine',
  'Alt+Backspace': 'deleteWordBackward',
};

export class Keyboard {
  readonly #mac: boolean;
  readonly #held = new Set<keyof Modifiers>();
  /** The accent of a dead key, waiting for its letter. */
  #accent = '';

  constructor(mac = process.platform === 'darwin') {
    this.#mac = mac;
  }

  get modifiers(): Modifiers {
    return {
      alt: this.#held.has('alt'),
      control: this.#held.has('control'),
      meta: this.#held.has('meta'),
      shift: this.#held.has('shift'),
    };
  }

  /** Modifiers down, key down and up, modifiers up in reverse order. Throws `unknown-key`. */
  press(keys: string): InputEvent[] {
    const chord: Chord = parseChord(keys, this.#mac);
    return this.#holding(chord.modifiers, () => this.#strike(chord.stroke));
  }

  /** Each character as the key that types it; characters without a key arrive as text. */
  type(text: string): InputEvent[][] {
    return graphemes(text.replaceAll('\r\n', '\n')).map((character) =>
      this.#strike(characterStroke(character)),
    );
  }

  /** Events with modifiers held: their presses before and releases after. */
  with(modifiers: readonly (keyof Modifiers)[], events: () => InputEvent[]): InputEvent[] {
    const keys = modifiers
      .map((name) => keyByName.get(MODIFIER_KEYS[name]))
      .filter((key) => key !== undefined);
    return this.#holding(keys, events);
  }

  #holding(keys: readonly Key[], events: () => InputEvent[]): InputEvent[] {
    const down = keys.map((key) => this.#hold(key));
    const between = events();
    const up = keys.toReversed().map((key) => this.#letGo(key));
    return [...down, ...between, ...up];
  }

  #hold(key: Key): InputEvent {
    const name = modifierOf(key);
    if (name) this.#held.add(name);
    return { type: 'key-down', key: this.#stroke(key, false), modifiers: this.modifiers };
  }

  #letGo(key: Key): InputEvent {
    const name = modifierOf(key);
    if (name) this.#held.delete(name);
    return { type: 'key-up', key: this.#stroke(key, false), modifiers: this.modifiers };
  }

  #strike(stroke: Stroke): InputEvent[] {
    if (stroke.kind === 'dead') {
      this.#accent = stroke.accent;
      const { code, keyCode } = stroke.key;
      const key: KeyStroke = { key: 'Dead', code, keyCode, location: 0, text: '', bidi: '' };
      return this.#downUp(key);
    }
    if (stroke.kind === 'text') return [{ type: 'text', text: stroke.text }];
    if (modifierOf(stroke.key)) return [this.#hold(stroke.key), this.#letGo(stroke.key)];
    return this.#downUp(this.#accented(this.#stroke(stroke.key, stroke.shifted)));
  }

  #downUp(key: KeyStroke): InputEvent[] {
    const modifiers = this.modifiers;
    return [
      { type: 'key-down', key, modifiers },
      { type: 'key-up', key, modifiers },
    ];
  }

  /** A letter after a dead key: `´` and `e` make `é`; if the two do not combine, the letter stays. */
  #accented(stroke: KeyStroke): KeyStroke {
    const accent = this.#accent;
    if (accent === '' || stroke.text === '') return stroke;
    this.#accent = '';
    const made = (stroke.text + accent).normalize('NFC');
    return [...made].length === 1 ? { ...stroke, key: made, text: made, bidi: made } : stroke;
  }

  #stroke(key: Key, shifted: boolean): KeyStroke {
    const { control, alt, meta, shift } = this.modifiers;
    const shape = (shifted || shift) && key.shifted ? key.shifted : key;
    // With Control, Alt or Command held, a key is a shortcut and types nothing.
    const text = control || alt || meta ? '' : shape.text;
    const commands = this.#mac ? this.#commandsOf(key.code) : [];
    return {
      key: shape.key,
      code: key.code,
      keyCode: key.keyCode,
      location: key.location,
      text,
      bidi: key.shifted ? shape.key : key.bidi,
      ...(commands.length > 0 && { commands }),
    };
  }

  #commandsOf(code: string): string[] {
    const { control, alt, meta, shift } = this.modifiers;
    if (control) return [];
    const name = `${shift ? 'Shift+' : ''}${alt ? 'Alt+' : ''}${meta ? 'Meta+' : ''}${code}`;
    const command = Object.hasOwn(MAC_COMMANDS, name) ? MAC_COMMANDS[name] : undefined;
    return command === undefined ? [] : [command];
  }
}

const MODIFIER_KEYS: Record<keyof Modifiers, string> = {
  alt: 'Alt',
  control: 'Control',
  meta: 'Meta',
  shift: 'Shift',
};

function characterStroke(character: string): Stroke {
  const name = character === '\n' || character === '\r' ? 'Enter' : character === '\t' ? 'Tab' : undefined;
  const key = name === undefined ? undefined : keyByName.get(name);
  return key ? { kind: 'key', key, shifted: false } : strokeOf(character);
}
