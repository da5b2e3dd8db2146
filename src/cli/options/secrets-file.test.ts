import { describe, expect, it } from 'vitest';
import { secretsInFile } from './secrets-file.js';

describe('a secrets file', () => {
  it.each([
    ['A=1\nB=two', { A: '1', B: 'two' }],
    ['  export A = spaced value  \r\nB=2\r\n', { A: 'spaced value', B: '2' }],
    ['# A=1\nB=2 # why\n\n#C=3', { B: '2' }],
    ['A="x # y"\nB=\' z \'\nC=`"c"`', { A: 'x # y', B: ' z ', C: '"c"' }],
    ['A="one\\ntwo"\nB=\'one\\ntwo\'', { A: 'one\ntwo', B: 'one\\ntwo' }],
    ['KEY="-----BEGIN\nabc=\n-----END"\nB=1', { KEY: '-----BEGIN\nabc=\n-----END', B: '1' }],
    ['A=\nB=1', { A: '', B: '1' }],
    ['A="unclosed\nB=1', { A: '"unclosed', B: '1' }],
    ['URL=https://x.test/?a=b', { URL: 'https://x.test/?a=b' }],
    ['A=1\nA=2', { A: '2' }],
    ['\ufeffA=1', { A: '1' }],
    ['a.b-c=1', { 'a.b-c': '1' }],
    ['# a comment\n\n', {}],
    ['', {}],
  ])('%j', (text, values) => {
    expect(secretsInFile(text)).toEqual({ values, problems: [] });
  });

  it('tells that there is none', () => {
    expect(secretsInFile('# mine\nhunter22\n')).toEqual({
      values: {},
      problems: [expect.stringContaining('no line of the form NAME=value')],
    });
  });

  it('tells where a value ends at an unquoted "#"', () => {
    const { values, problems } = secretsInFile('A=hunter#22\nB="hunter#22"\nexport C = x#y');
    expect(values).toEqual({ A: 'hunter', B: 'hunter#22', C: 'x' });
    expect(problems).toEqual([
      expect.stringContaining('the value of A ends before "#"'),
      expect.stringContaining('the value of C ends before "#"'),
    ]);
  });
});
