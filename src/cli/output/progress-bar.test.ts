import { expect, it } from 'vitest';
import { progressBar } from './progress-bar.js';

function stream(isTTY: boolean) {
  const written: string[] = [];
  return { isTTY, columns: 60, written, write: (text: string) => written.push(text) };
}

it('writes each line once where there is no terminal', () => {
  const out = stream(false);
  const bar = progressBar(out);
  bar.show('Downloading', 0);
  bar.show('Downloading', 0.5);
  bar.show('Unpacking');
  bar.end();
  expect(out.written.join('')).toBe('Downloading\nUnpacking\n');
});

it('redraws one line in a terminal and leaves it finished', () => {
  const out = stream(true);
  const bar = progressBar(out);
  bar.show('Downloading', 0.5);
  bar.show('Downloading', 1);
  bar.show('Unpacking');
  bar.end();
  expect(out.written).toEqual([
    '\r\x1b[K[============            ] 50% Downloading',
    '\r\x1b[K[========================]100% Downloading',
    '\n',
    '\r\x1b[KUnpacking',
    '\n',
  ]);
});

it('never fills the last column, where terminals would wrap', () => {
  const out = stream(true);
  progressBar(out).show('x'.repeat(200), 0.1);
  expect(out.written[0]?.replace('\r\x1b[K', '').length).toBe(59);
});
