import { expect, it } from 'vitest';
import { FileFence } from '../../fence/file-fence.js';
import { addressOf } from './navigate.js';

const fenced = new FileFence(() => ['/work']);
const free = new FileFence(() => undefined);

it.each([
  ['https://a.example/x y', 'https://a.example/x%20y'],
  ['a.example', 'https://a.example/'],
  ['localhost:8080/x', 'http://localhost:8080/x'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['about:blank', 'about:blank'],
  ['about:blank#x', 'about:blank#x'],
])('%s means %s', (text, url) => {
  expect(addressOf(text, fenced)).toBe(url);
});

it.each([
  'file:///etc/passwd',
  ' FILE:/etc/passwd',
  'fi\nle:///etc/passwd',
  'view-source:file:///etc/passwd',
  'file://localhost/work/inside.html',
])('%j is refused inside of a fence', (text) => {
  expect(() => addressOf(text, fenced)).toThrow(expect.objectContaining({ code: 'file-blocked' }));
});

it('files are open without a fence', () => {
  expect(addressOf('file:///etc/passwd', free)).toBe('file:///etc/passwd');
});

it.each([
  'chrome://settings',
  'about:config',
  'about:preferences',
  'javascript:1',
  'view-source:https://a.example',
  'filesystem:file:///temporary/x',
  '',
  'x y',
])('%j is refused', (text) => {
  for (const files of [fenced, free])
    expect(() => addressOf(text, files)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
});
