/**
 * The keyboard that Sightline types on: a US layout. Each key is described once, with its names in DOM events,
 * CDP and BiDi. `bidi` is WebDriver's code point for a key that types nothing; empty if WebDriver has none.
 */
import type { KeyStroke } from '../../driver/driver.js';

export interface Key extends Omit<KeyStroke, 'commands'> {
  /** What it types with Shift, where that differs. */
  shifted?: { key: string; text: string };
}

const keys: Key[] = [];

function add(code: string, key: string, keyCode: number, bidi: string, more: Partial<Key> = {}): void {
  keys.push({ code, key, keyCode, bidi, location: 0, text: '', ...more });
}

function printable(code: string, plain: string, shifted: string, keyCode: number): void {
  add(code, plain, keyCode, plain, { text: plain, shifted: { key: shifted, text: shifted } });
}

/** Number pad keys type the same with Shift: Num Lock counts as on. */
function pad(code: string, key: string, keyCode: number, bidi: string): void {
  add(code, key, keyCode, bidi, { location: 3, text: key });
}

for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
  const upper = letter.toUpperCase();
  printable(`Key${upper}`, letter, upper, upper.charCodeAt(0));
}
for (const [digit, shifted] of [...')!@#$%^&*('].entries())
  printable(`Digit${digit}`, `${digit}`, shifted, 48 + digit);
printable('Backquote', '`', '~', 192);
printable('Minus', '-', '_', 189);
printable('Equal', '=', '+', 187);
printable('BracketLeft', '[', '{', 219);
printable('BracketRight', ']', '}', 221);
printable('Backslash', '\\', '|', 220);
printable('Semicolon', ';', ':', 186);
printable('Quote', "'", '"', 222);
printable('Comma', ',', '<', 188);
printable('Period', '.', '>', 190);
printable('Slash', '/', '?', 191);
add('Space', ' ', 32, ' ', { text: ' ' });

add('Enter', 'Enter', 13, '\uE006', { text: '\r' });
add('Tab', 'Tab', 9, '\uE004');
add('Backspace', 'Backspace', 8, '\uE003');
add('Delete', 'Delete', 46, '\uE017');
add('Insert', 'Insert', 45, '\uE016');
add('Escape', 'Escape', 27, '\uE00C');
add('Home', 'Home', 36, '\uE011');
add('End', 'End', 35, '\uE010');
add('PageUp', 'PageUp', 33, '\uE00E');
add('PageDown', 'PageDown', 34, '\uE00F');
add('ArrowLeft', 'ArrowLeft', 37, '\uE012');
add('ArrowUp', 'ArrowUp', 38, '\uE013');
add('ArrowRight', 'ArrowRight', 39, '\uE014');
add('ArrowDown', 'ArrowDown', 40, '\uE015');
add('Pause', 'Pause', 19, '\uE00B');
add('Help', 'Help', 47, '\uE002');
add('Abort', 'Cancel', 3, '\uE001');
add('CapsLock', 'CapsLock', 20, '');
add('NumLock', 'NumLock', 144, '');
add('ScrollLock', 'ScrollLock', 145, '');
add('PrintScreen', 'PrintScreen', 44, '');
add('ContextMenu', 'ContextMenu', 93, '');

add('ShiftLeft', 'Shift', 16, '\uE008', { location: 1 });
add('ShiftRight', 'Shift', 16, '\uE050', { location: 2 });
add('ControlLeft', 'Control', 17, '\uE009', { location: 1 });
add('ControlRight', 'Control', 17, '\uE051', { location: 2 });
add('AltLeft', 'Alt', 18, '\uE00A', { location: 1 });
add('AltRight', 'Alt', 18, '\uE052', { location: 2 });
add('MetaLeft', 'Meta', 91, '\uE03D', { location: 1 });
add('MetaRight', 'Meta', 92, '\uE053', { location: 2 });

for (let n = 1; n <= 12; n++) add(`F${n}`, `F${n}`, 111 + n, String.fromCharCode(0xe030 + n));
for (let n = 13; n <= 24; n++) add(`F${n}`, `F${n}`, 111 + n, '');

for (let n = 0; n <= 9; n++) pad(`Numpad${n}`, `${n}`, 96 + n, String.fromCharCode(0xe01a + n));
pad('NumpadMultiply', '*', 106, '\uE024');
pad('NumpadAdd', '+', 107, '\uE025');
pad('NumpadSubtract', '-', 109, '\uE027');
pad('NumpadDecimal', '.', 110, '\uE028');
pad('NumpadDivide', '/', 111, '\uE029');
add('NumpadEnter', 'Enter', 13, '\uE007', { location: 3, text: '\r' });

for (const [key, keyCode] of [
  ['BrowserBack', 166],
  ['BrowserForward', 167],
  ['BrowserRefresh', 168],
  ['BrowserStop', 169],
  ['BrowserSearch', 170],
  ['BrowserFavorites', 171],
  ['BrowserHome', 172],
  ['AudioVolumeMute', 173],
  ['AudioVolumeDown', 174],
  ['AudioVolumeUp', 175],
  ['MediaTrackNext', 176],
  ['MediaTrackPrevious', 177],
  ['MediaStop', 178],
  ['MediaPlayPause', 179],
] as const)
  add(key, key, keyCode, '');

/** `KeyA`, `Digit1`, `ShiftLeft`, … */
export const keyByCode: ReadonlyMap<string, Key> = new Map(keys.map((key) => [key.code, key]));

/**
 * By what it types or is called without Shift. The first key wins: `Shift` is the left one. Number pad keys are
 * reached by their code.
 */
export const keyByName: ReadonlyMap<string, Key> = new Map(
  keys
    .filter((key) => key.location !== 3)
    .toReversed()
    .map((key) => [key.key, key]),
);

/** By what it types with Shift: `A`, `!`, `?`. */
export const keyByShifted: ReadonlyMap<string, Key> = new Map(
  keys.flatMap((key) => (key.shifted ? [[key.shifted.key, key] as const] : [])),
);

/** Dead keys, as on a US international keyboard: the accent for the next letter, and the key. */
export const deadKeys: ReadonlyMap<string, { accent: string; code: string }> = new Map([
  ['DeadGrave', { accent: '\u0300', code: 'Backquote' }],
  ['DeadAcute', { accent: '\u0301', code: 'Quote' }],
  ['DeadCircumflex', { accent: '\u0302', code: 'Digit6' }],
  ['DeadTilde', { accent: '\u0303', code: 'Backquote' }],
  ['DeadDiaeresis', { accent: '\u0308', code: 'Quote' }],
  ['DeadCedilla', { accent: '\u0327', code: 'Comma' }],
]);
