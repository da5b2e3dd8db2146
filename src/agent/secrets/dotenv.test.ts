import { describe, expect, it } from 'vitest';
import { parseDotenv } from './dotenv.js';

describe('dotenv', () => {
  it.each([
    ['A=1\nB=two', { A: '1', B: 'two' }],
    ['  export A = spaced value  \r\n', { A: 'spaced value' }],
    ['# A=1\nB=2 # why\n\n#C=3', { B: '2' }],
    ['A="x # y"\nB=\' z \'', { A: 'x # y', B: ' z ' }],
    ['A="one\\ntwo"\nB=\'one\\ntwo\'', { A: 'one\ntwo', B: 'one\\ntwo' }],
    ['KEY="-----BEGIN\nabc=\n-----END"\nB=1', { KEY: '-----BEGIN\nabc=\n-----END', B: '1' }],
    ['A=\nB=1', { A: '', B: '1' }],
    ['A="unclosed\nB=1', { A: '"unclosed', B: '1' }],
    ['URL=https://x.test/?a=b', { URL: 'https://x.test/?a=b' }],
    ['A=1\nA=2', { A: '2' }],
    ['\ufeffA=1', { A: '1' }],
    ['a.b-c=1', { 'a.b-c': '1' }],
    ['not a line\n', {}],
    ['', {}],
  ])('%j', (text, values) => {
    expect(parseDotenv(text)).toEqual(values);
  });
});
