/** A key of the person's keyboard, as the server takes it. */

export type KeyInput = { do: 'press'; key: string } | { do: 'type'; text: string };

export type KeyLike = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing' | 'getModifierState'
>;

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn']);
/** An input method or a dead key: the text comes when it is complete. */
const UNFINISHED = new Set(['Process', 'Dead', 'Unidentified', 'Compose']);
const NAMES: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

/** `none`: nothing for the page. `later`: the browser makes text of it. */
export function keyInput(event: KeyLike): KeyInput | 'none' | 'later' {
  const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
  if (event.isComposing || UNFINISHED.has(key)) return 'later';
  if (MODIFIERS.has(key)) return 'none';
  const isCharacter = [...key].length === 1;
  const isTyped = event.getModifierState('AltGraph') || (!ctrlKey && !altKey && !metaKey);
  if (isCharacter && isTyped) return { do: 'type', text: key };
  // The browser hands out the clipboard with its own event.
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'v') return 'later';
  const held = [
    ...(ctrlKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(metaKey ? ['Meta'] : []),
    // Of a character, Shift is part.
    ...(shiftKey && !isCharacter ? ['Shift'] : []),
  ];
  return { do: 'press', key: [...held, Object.hasOwn(NAMES, key) ? NAMES[key] : key].join('+') };
}
