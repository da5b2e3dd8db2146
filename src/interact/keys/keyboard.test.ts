import { describe, expect, it } from 'vitest';
import type { InputEvent } from '../../driver/driver.js';
import { isSightlineError } from '../../errors.js';
import { parseChord } from './chord.js';
import { Keyboard } from './keyboard.js';
import { keyByCode } from './layout.js';

/** `+Control`, `-Control`, `+K(K,ctrl)`: one word per event. */
function written(events: InputEvent[]): string[] {
  return events.map((event) => {
    if (event.type === 'text') return `text ${event.text}`;
    if (event.type !== 'key-down' && event.type !== 'key-up') return event.type;
    const held = Object.entries(event.modifiers).flatMap(([name, on]) => (on ? [name] : []));
    const sign = event.type === 'key-down' ? '+' : '-';
    const text = event.key.text === '' ? '' : ` "${event.key.text}"`;
    return `${sign}${event.key.key}/${event.key.code}${text}${held.length > 0 ? ` [${held.join(' ')}]` : ''}`;
  });
}

const linux = () => new Keyboard(false);

describe('a chord', () => {
  it('holds its modifiers around the key and types nothing', () => {
    expect(written(linux().press('Control+Shift+K'))).toEqual([
      '+Control/ControlLeft [control]',
      '+Shift/ShiftLeft [control shift]',
      '+K/KeyK [control shift]',
      '-K/KeyK [control shift]',
      '-Shift/ShiftLeft [control]',
      '-Control/ControlLeft',
    ]);
  });

  it('means the key, not the capital, when Shift is not written', () => {
    expect(written(linux().press('Control+K'))[1]).toBe('+k/KeyK [control]');
  });

  it('accepts the plus key, alone and after a modifier', () => {
    expect(written(linux().press('+'))).toEqual(['++/Equal "+"', '-+/Equal "+"']);
    expect(written(linux().press('Control++'))[1]).toBe('++/Equal [control]');
  });

  it('knows the names that people use', () => {
    for (const [alias, code] of [
      ['Ctrl', 'ControlLeft'],
      ['esc', 'Escape'],
      ['RETURN', 'Enter'],
      ['arrowdown', 'ArrowDown'],
      ['Space', 'Space'],
      ['NumpadEnter', 'NumpadEnter'],
      ['KeyQ', 'KeyQ'],
      ['F24', 'F24'],
    ] as const) {
      const { stroke } = parseChord(alias, false);
      expect(stroke.kind === 'key' && stroke.key.code, alias).toBe(code);
    }
  });

  it('is the shortcut key of the platform', () => {
    expect(written(new Keyboard(false).press('ControlOrMeta+A'))[0]).toBe('+Control/ControlLeft [control]');
    const [, press] = new Keyboard(true).press('ControlOrMeta+A');
    expect(press?.type === 'key-down' && press.key.commands).toEqual(['selectAll']);
  });

  it.each(['Foo', '', 'Control+', 'a+b', 'Control+Foo', 'hello', 'constructor', 'ctrl+__proto__'])(
    'refuses %j with a hint',
    (text) => {
      let thrown: unknown;
      try {
        linux().press(text);
      } catch (error) {
        thrown = error;
      }
      expect(isSightlineError(thrown, 'unknown-key')).toBe(true);
    },
  );
});

describe('text', () => {
  it('is typed with the keys of its characters', () => {
    expect(linux().type('aB!').map(written)).toEqual([
      ['+a/KeyA "a"', '-a/KeyA "a"'],
      ['+B/KeyB "B"', '-B/KeyB "B"'],
      ['+!/Digit1 "!"', '-!/Digit1 "!"'],
    ]);
  });

  it('sends characters without a key as text, one whole character at a time', () => {
    expect(linux().type('é👩‍🚀').map(written)).toEqual([['text é'], ['text 👩‍🚀']]);
  });

  it('types one Enter for each line break', () => {
    expect(linux().type('\r\n').map(written)).toEqual([['+Enter/Enter "\r"', '-Enter/Enter "\r"']]);
  });

  it('puts the accent of a dead key on the next letter', () => {
    const keyboard = linux();
    expect(written(keyboard.press('DeadAcute'))).toEqual(['+Dead/Quote', '-Dead/Quote']);
    expect(written(keyboard.press('e'))).toEqual(['+é/KeyE "é"', '-é/KeyE "é"']);
    expect(written(keyboard.press('e'))).toEqual(['+e/KeyE "e"', '-e/KeyE "e"']);
  });
});

describe('the layout', () => {
  it('gives every key that WebDriver names a unique code point', () => {
    const points = [...keyByCode.values()].map((key) => key.bidi).filter((point) => point >= '\uE000');
    expect(new Set(points).size).toBe(points.length);
    expect(keyByCode.get('F1')?.bidi).toBe('\uE031');
    expect(keyByCode.get('F12')?.bidi).toBe('\uE03C');
    expect(keyByCode.get('Numpad9')?.bidi).toBe('\uE023');
  });
});
