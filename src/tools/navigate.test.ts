import { expect, it } from 'vitest';
import { addressOf } from './navigate.js';

it.each([
  ['https://a.example/x y', 'https://a.example/x%20y'],
  ['a.example', 'https://a.example/'],
  ['localhost:8080/x', 'http://localhost:8080/x'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['about:blank', 'about:blank'],
])('%s means %s', (text, url) => {
  expect(addressOf(text)).toBe(url);
});

it.each([
  'file:///etc/passwd',
  ' FILE:/etc/passwd',
  'view-source:file:///etc/passwd',
  'chrome://settings',
  'javascript:1',
  '',
  'x y',
])('%j is refused', (text) => {
  expect(() => addressOf(text)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});
