import { describe, expect, it } from 'vitest';
import { hostOf, OriginRules, originOf } from './origin-rules.js';

const allows = (rule: string, url: string) => new OriginRules({ allowed: [rule] }).refusal(url) === undefined;
const blocks = (rule: string, url: string) => new OriginRules({ blocked: [rule] }).refusal(url) !== undefined;

describe('an origin', () => {
  it.each([
    ['https://example.com', 'https://example.com/a?b#c', true],
    ['https://example.com/', 'https://example.com:443/', true],
    ['https://example.com', 'http://example.com/', false],
    ['https://example.com', 'https://example.com:8443/', false],
    ['https://example.com:443', 'https://example.com/', true],
    ['http://localhost:3000', 'http://localhost:3000/x', true],
    ['http://localhost:3000', 'http://localhost:30001/', false],
    ['http://localhost:*', 'http://localhost:9/', true],
    ['http://localhost:*', 'https://localhost:9/', false],
    ['*://example.com', 'https://example.com/', true],
    ['https://example.com', 'wss://example.com/socket', true],
    ['https://example.com', 'ws://example.com/socket', false],
    ['ws://example.com', 'http://example.com/', true],
    ['HTTPS://EXAMPLE.com', 'https://example.COM/', true],
  ])('%s and %s: %s, to allow and to block', (rule, url, same) => {
    expect(allows(rule, url)).toBe(same);
    expect(blocks(rule, url)).toBe(same);
  });
});

describe('a host', () => {
  it.each([
    ['example.com', 'https://example.com/', true],
    ['example.com', 'http://example.com/', true],
    ['example.com', 'https://sub.example.com/', false],
    ['example.com', 'https://notexample.com/', false],
    ['example.com', 'https://example.com.evil.test/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://evilexample.com/', false],
    ['https://*.example.com', 'http://a.example.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'https://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['example.com:*', 'http://example.com:1234/', true],
    ['*', 'http://anything.test:81/', true],
    ['*:8080', 'http://anything.test:8080/', true],
    ['*:8080', 'http://anything.test/', false],
    ['localhost', 'http://127.0.0.1/', false],
    ['[::1]:8080', 'http://[0:0:0:0:0:0:0:1]:8080/', true],
    ['127.0.0.1', 'http://127.1/', true],
    ['127.0.0.1', 'http://0x7f000001/', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', true],
    ['bücher.example', 'https://xn--bcher-kva.example/', true],
    ['xn--bcher-kva.example', 'https://BÜCHER.example/', true],
    ['example.com', 'https://example.com./', true],
    ['example.com.', 'https://example.com/', true],
    ['example.com', 'https://example%2Ecom/', true],
    ['example.com', 'https://ｅｘａｍｐｌｅ.com/', true],
    ['example.com', 'https://example.com@evil.test/', false],
    ['evil.test', 'https://example.com@evil.test/', true],
    ['evil.test', 'https://example.com:443@evil.test/', true],
    ['evil.test', 'https:\\\\evil.test\\x', true],
  ])('%s and %s: %s, to allow and to block', (rule, url, same) => {
    expect(allows(rule, url)).toBe(same);
    expect(blocks(rule, url)).toBe(same);
  });

  it('without a port allows the default ports and blocks every port', () => {
    expect(allows('example.com', 'http://example.com:8080/')).toBe(false);
    expect(blocks('example.com', 'http://example.com:8080/')).toBe(true);
    expect(blocks('*.example.com', 'wss://a.example.com:8080/')).toBe(true);
  });
});

describe('URLs without a server', () => {
  it.each([
    'about:blank',
    'data:text/html,https://evil.test',
    'javascript:1',
    'file:///etc/passwd',
    'mailto:a@b',
    'blob:null/1',
    'nonsense',
    '',
  ])('%s is not subject to origin rules', (url) => {
    expect(new OriginRules({ allowed: ['example.com'], blocked: ['*'] }).refusal(url)).toBeUndefined();
  });

  it.each([
    'blob:https://evil.test/1',
    'view-source:https://evil.test/',
    'VIEW-SOURCE:view-source:https://evil.test',
    'filesystem:https://evil.test/temporary/x',
  ])('%s counts as the URL inside it', (url) => {
    expect(blocks('evil.test', url)).toBe(true);
  });
});

describe('both lists', () => {
  it('the block list wins', () => {
    const rules = new OriginRules({ allowed: ['*.example.com'], blocked: ['ads.example.com'] });
    expect(rules.refusal('https://www.example.com/')).toBeUndefined();
    expect(rules.refusal('https://ads.example.com/')).toBe(
      'https://ads.example.com is blocked by the rule "ads.example.com"',
    );
    expect(rules.refusal('https://other.test:81/')).toBe(
      'https://other.test:81 is not among the allowed origins: "*.example.com"',
    );
    expect(() => rules.check('https://other.test/')).toThrow(
      expect.objectContaining({ code: 'origin-blocked' }),
    );
  });

  it('empty lists allow everything', () => {
    const rules = new OriginRules({ allowed: ['', ' '], blocked: [] });
    expect(rules.empty).toBe(true);
    expect(rules.refusal('https://anything.test/')).toBeUndefined();
  });
});

describe('an invalid rule', () => {
  it.each([
    'https://example.com/path',
    'user@example.com',
    'https://user:pw@example.com',
    'ftp://example.com',
    'file:///',
    '::1',
    'exam*le.com',
    '*example.com',
    '*.',
    '*.10.0.0.1',
    'example.com:0',
    'example.com:70000',
    'https://',
    '//x',
    'a b',
    '[::1',
    'example.com?x',
    'about:blank',
  ])('%s is refused', (rule) => {
    expect(() => new OriginRules({ blocked: [rule] })).toThrow(
      expect.objectContaining({ code: 'bad-argument' }),
    );
  });
});

describe('hosts', () => {
  it('have one name', () => {
    expect(hostOf('EXAMPLE.com.')).toBe('example.com');
    expect(hostOf('::1')).toBe('[::1]');
    expect(hostOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(hostOf('')).toBeUndefined();
    expect(hostOf('a/b')).toBeUndefined();
    expect(originOf('wss://Example.com:444/x')).toEqual({ scheme: 'https', host: 'example.com', port: 444 });
  });
});
