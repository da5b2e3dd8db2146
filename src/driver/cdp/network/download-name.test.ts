import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileName, giveName } from './download-name.js';

const folder = mkdtempSync(join(tmpdir(), 'sightline-names-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the name of a download', () => {
  it.each([
    ['report.csv', 'report.csv'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['.bashrc', 'bashrc'],
    ['a\nb\u2028c.txt', 'a_b_c.txt'],
    ['', 'download'],
    ['...', 'download'],
  ])('%j', (suggested, name) => {
    expect(fileName(suggested)).toBe(name);
  });

  it('is shortened, but keeps its extension', () => {
    const name = fileName(`${'ü'.repeat(300)}.tar.gz`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name.endsWith('.gz')).toBe(true);
  });

  it('is given to the file, and replaces no other file', () => {
    const names = ['one', 'two'].map((id) => {
      writeFileSync(join(folder, id), id);
      return giveName(join(folder, id), 'same.txt');
    });
    expect(names.map((path) => basename(path))).toEqual(['same.txt', 'same (1).txt']);
    expect(names.map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'two']);
    expect(existsSync(join(folder, 'one'))).toBe(false);
  });

  it('is unchanged if the file cannot be reached', () => {
    expect(giveName(join(folder, 'elsewhere'), 'x.txt')).toBe(join(folder, 'elsewhere'));
  });
});
