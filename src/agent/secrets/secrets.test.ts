import { describe, expect, it } from 'vitest';
import { quote, yamlScalar } from '../../tree/quote.js';
import { literal, oneLine } from '../text-line.js';
import { Secrets } from './secrets.js';

const VALUE = `p@ss "w<o>rd' & 100%/ü\\+`;
const secrets = new Secrets({ PASSWORD: VALUE, TOKEN: 'hunter22', PIN: '123', EMPTY: '' });
const MASK = '<secret>PASSWORD</secret>';

describe('a secret', () => {
  it.each<[string, (text: string) => string]>([
    ['as it is', (text) => text],
    ['in JSON', (text) => JSON.stringify(text)],
    ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
    ['in code', literal],
    ['as a name in a tree', (text) => quote(text)],
    ['as a YAML scalar', yamlScalar],
    ['as a line', (text) => oneLine(text)],
    ['in HTML', (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
    [
      'in an attribute',
      (text) =>
        text
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;'),
    ],
    ['as a component of an address', encodeURIComponent],
    ['as a component, in small letters', (text) => encodeURIComponent(text).toLowerCase()],
    ['in an address', encodeURI],
    ['in a query', (text) => new URL(`http://x/?q=${text}`).href],
    ['in a form', (text) => new URLSearchParams({ q: text }).toString()],
    ['in a fragment', (text) => new URL(`http://x/#${text}`).href],
    ['in base64', (text) => Buffer.from(text).toString('base64')],
    ['in Basic authorization', (text) => Buffer.from(`user:${text}`).toString('base64')],
    ['further in base64', (text) => Buffer.from(`{"a":"${text}"}!`).toString('base64url')],
    ['in capitals', (text) => text.toUpperCase()],
    ['decomposed', (text) => text.normalize('NFD')],
  ])('%s', (_, write) => {
    const text = write(VALUE);
    const masked = secrets.mask(`before ${text} after`);
    expect(masked).toContain(MASK);
    expect(masked).toMatch(/^before .* after$/);
    for (const part of ['rd', '100', 'cEBz', 'MTAw']) expect(masked).not.toContain(part);
  });

  it('everywhere it stands, and next to another', () => {
    expect(secrets.mask('hunter22, hunter22hunter22')).toBe(
      '<secret>TOKEN</secret>, <secret>TOKEN</secret><secret>TOKEN</secret>',
    );
  });

  it('of several the longest; of two that overlap nothing is left', () => {
    const both = new Secrets({ SHORT: 'hunter', LONG: 'hunter22', OTHER: '22xyz' });
    expect(both.mask('hunter22')).toBe('<secret>LONG</secret>');
    expect(both.mask('a hunter b')).toBe('a <secret>SHORT</secret> b');
    expect(both.mask('hunter22xyz!')).toBe('<secret>LONG</secret>!');
  });

  it('cut short by us', () => {
    expect(secrets.mask('"hunte…"')).toBe('"<secret>TOKEN</secret>…"');
    expect(secrets.mask(quote(`x ${VALUE}`, 12))).toBe(`"x ${MASK}…"`);
    expect(secrets.mask('hun…')).toBe('hun…');
  });

  it('of several lines, each line and the whole', () => {
    const key = new Secrets({ KEY: '-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0B\n-----END KEY-----' });
    expect(key.mask('+  MIIEvQIBADANBg\n+  kqhkiG9w0B\n')).toBe(
      '+  <secret>KEY</secret>\n+  <secret>KEY</secret>\n',
    );
    expect(key.mask('x -----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0B\n-----END KEY----- y')).toBe(
      'x <secret>KEY</secret> y',
    );
    expect(key.mask('-----BEGIN KEY----- MIIEvQIBADANBg kqhkiG9w0B -----END KEY-----')).toBe(
      '<secret>KEY</secret>',
    );
  });

  it('is not looked for in what is masked already', () => {
    const odd = new Secrets({ secret: 'secret', PASSWORD: 'PASSWORD' });
    const once = odd.mask('a secret PASSWORD');
    expect(once).toBe('a <secret>secret</secret> <secret>PASSWORD</secret>');
    expect(odd.mask(once)).toBe(once);
  });

  it('in data: strings and keys', () => {
    expect(secrets.maskData({ hunter22: ['x hunter22', 1, null, { a: true }] })).toEqual({
      '<secret>TOKEN</secret>': ['x <secret>TOKEN</secret>', 1, null, { a: true }],
    });
  });

  it('that is too short is told, and left alone', () => {
    expect(secrets.problems).toEqual(["The secret PIN is shorter than 4 characters: it can't be masked"]);
    expect(secrets.mask('123 [ref=e123]')).toBe('123 [ref=e123]');
  });

  it('is typed by its name', () => {
    expect(secrets.lookup('TOKEN')).toEqual({ value: 'hunter22', code: "process.env['TOKEN']" });
    expect(secrets.lookup('PIN')?.value).toBe('123');
    expect(secrets.lookup('hunter22')).toBeUndefined();
    expect(secrets.lookup('EMPTY')).toBeUndefined();
    expect(secrets.lookup('toString')).toBeUndefined();
  });

  it('without any a text is what it was', () => {
    const none = new Secrets();
    expect(none.mask('anything <secret>x</secret>')).toBe('anything <secret>x</secret>');
  });

  it('is fast in a long text', () => {
    const many = new Secrets(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`S${at}`, `value-${at}-${at}`])),
    );
    const text = '- button "Some name of a thing" [ref=e12]…\n'.repeat(40_000);
    expect(many.mask(text)).toBe(text);
  });
});

describe('a password that was typed', () => {
  it('is masked from then on', () => {
    const typed = new Secrets();
    expect(typed.mask('s3cretPass')).toBe('s3cretPass');
    typed.learn('s3cretPass');
    expect(typed.mask('?password=s3cretPass&x')).toBe('?password=***&x');
  });

  it.each(['password', 'admin', '12345678', 'a1', ''])('%j is too common for that', (word) => {
    const typed = new Secrets();
    typed.learn(word);
    expect(typed.mask(`x ${word} y`)).toBe(`x ${word} y`);
  });

  it('the last twenty are kept', () => {
    const typed = new Secrets();
    for (let at = 0; at < 30; at++) typed.learn(`Passw0rd-${at}-end`);
    expect(typed.mask('Passw0rd-9-end')).toBe('Passw0rd-9-end');
    expect(typed.mask('Passw0rd-29-end')).toBe('***');
  });
});
