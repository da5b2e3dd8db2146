import { expect, it } from 'vitest';
import { type KeyLike, keyInput } from './person-keys.js';

const press = (key: string, held: Partial<KeyLike> = {}, hasAltGraph = false) =>
  keyInput({
    key,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    shiftKey: false,
    isComposing: false,
    getModifierState: () => hasAltGraph,
    ...held,
  });

it('types characters, presses keys and shortcuts, and leaves the rest to the browser', () => {
  expect(press('a')).toEqual({ do: 'type', text: 'a' });
  expect(press('É', { shiftKey: true })).toEqual({ do: 'type', text: 'É' });
  expect(press('@', { ctrlKey: true, altKey: true }, true)).toEqual({ do: 'type', text: '@' });
  expect(press('Enter')).toEqual({ do: 'press', key: 'Enter' });
  expect(press('Tab', { shiftKey: true })).toEqual({ do: 'press', key: 'Shift+Tab' });
  expect(press('a', { ctrlKey: true })).toEqual({ do: 'press', key: 'Control+a' });
  expect(press(' ', { ctrlKey: true })).toEqual({ do: 'press', key: 'Control+Space' });
  expect(press('+', { metaKey: true })).toEqual({ do: 'press', key: 'Meta+Plus' });
  expect(press('Shift', { shiftKey: true })).toBe('none');
  expect(press('V', { ctrlKey: true })).toBe('later');
  expect(press('Dead')).toBe('later');
  expect(press('n', { isComposing: true })).toBe('later');
});
