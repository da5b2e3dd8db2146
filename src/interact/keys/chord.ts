/** Parses a key press as people write it: `Enter`, `a`, `é`, `Control+Shift+K`, `ControlOrMeta+A`. */
import type { Modifiers } from '../../driver/driver.js';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import { deadKeys, type Key, keyByCode, keyByName, keyByShifted } from './layout.js';

export type ModifierName = keyof Modifiers;

export type Stroke =
  /** A key of the layout; `shifted` when the requested character is the one it types with Shift. */
  | { kind: 'key'; key: Key; shifted: boolean }
  /** A character that no key of the layout types. */
  | { kind: 'text'; text: string }
  | { kind: 'dead'; accent: string; key: Key };

export interface Chord {
  /** Held during the stroke, in the order written. */
  modifiers: Key[];
  stroke: Stroke;
}

/** Common names for keys that the DOM names differently; case-insensitive. */
const ALIASES: Record<string, string> = {
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  windows: 'Meta',
  super: 'Meta',
  option: 'Alt',
  opt: 'Alt',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  ins: 'Insert',
  space: ' ',
  spacebar: ' ',
  plus: '+',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  pgup: 'PageUp',
  pgdn: 'PageDown',
};

/** The modifier for shortcuts: Command on a Mac, Control elsewhere. */
const SHORTCUT_NAMES = new Set(['controlormeta', 'commandorcontrol', 'mod']);

const MODIFIER_NAMES: Record<string, ModifierName> = {
  Shift: 'shift',
  Control: 'control',
  Alt: 'alt',
  Meta: 'meta',
};

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const insensitive = new Map(
  [...keyByName.values(), ...keyByCode.values()]
    .filter((key) => [...key.key].length > 1)
    .flatMap((key) => [[key.code.toLowerCase(), key] as const, [key.key.toLowerCase(), key] as const]),
);

export function parseChord(text: string, mac = process.platform === 'darwin'): Chord {
  const parts = splitChord(text);
  const names = parts.map((part) => parseKey(part, text, mac));
  const stroke = names.pop();
  if (!stroke) throw unknown(text, text);
  const modifiers = names.map((name, index) => {
    if (name.kind === 'key' && modifierOf(name.key)) return name.key;
    throw new SightlineError(
      'unknown-key',
      `${quote(parts[index] ?? '', 50)} in ${quote(text, 100)} is not a modifier: only Control, Shift, Alt and Meta go before another key`,
    );
  });
  return { modifiers, stroke: modifiers.length > 0 ? inChord(stroke) : stroke };
}

/** Which modifier a key is, if any. */
export function modifierOf(key: { key: string }): ModifierName | undefined {
  return MODIFIER_NAMES[key.key];
}

/** The key that types a character; text where the layout has none. */
export function strokeOf(character: string): Stroke {
  const plain = keyByName.get(character);
  if (plain?.text === character) return { kind: 'key', key: plain, shifted: false };
  const shifted = keyByShifted.get(character);
  if (shifted) return { kind: 'key', key: shifted, shifted: true };
  return { kind: 'text', text: character };
}

/** Text as user-perceived characters: an accent or a skin tone is not a character of its own. */
export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** `Control+K` means the K key: only a written Shift makes it a capital. */
function inChord(stroke: Stroke): Stroke {
  return stroke.kind === 'key' && stroke.shifted && /^Key/.test(stroke.key.code)
    ? { ...stroke, shifted: false }
    : stroke;
}

/** A `+` with nothing before it is the key itself: `+`, `Control++`. */
function splitChord(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of text) {
    if (character === '+' && part !== '') {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
}

function parseKey(name: string, whole: string, mac: boolean): Stroke {
  if (graphemes(name).length === 1) return strokeOf(name);
  const lower = name.toLowerCase();
  if (SHORTCUT_NAMES.has(lower)) return named(mac ? 'Meta' : 'Control', whole);
  const alias = Object.hasOwn(ALIASES, lower) ? ALIASES[lower] : undefined;
  if (alias !== undefined) return named(alias, whole);
  const dead = deadKeys.get(name);
  if (dead) {
    const key = keyByCode.get(dead.code);
    if (key) return { kind: 'dead', accent: dead.accent, key };
  }
  return named(name, whole);
}

function named(name: string, whole: string): Stroke {
  const key = keyByCode.get(name) ?? keyByName.get(name) ?? insensitive.get(name.toLowerCase());
  if (key) return { kind: 'key', key, shifted: false };
  if (name.length === 1) return strokeOf(name);
  throw unknown(name, whole);
}

function unknown(name: string, whole: string): SightlineError {
  const where = name === whole ? '' : ` in ${quote(whole, 100)}`;
  return new SightlineError(
    'unknown-key',
    name === ''
      ? `No key is named${where || ' in an empty string'}`
      : `Unknown key: ${quote(name, 50)}${where}`,
    {
      hint: 'Use a key name such as Enter, ArrowDown, F5, a or é, with modifiers as in Control+Shift+K; to enter words, type them.',
    },
  );
}
