import { describe, expect, it } from 'vitest';
import { type Act, Policy } from './policy.js';

const act = (more: Partial<Act> = {}): Act => ({
  tool: 'browser_click',
  effect: 'act',
  urls: ['https://shop.example/cart'],
  words: ['Save'],
  ...more,
});

const verdict = (rules: unknown[], of: Act, fallback?: string) =>
  new Policy({ rules, ...(fallback && { default: fallback }) }).decide(of).verdict;

describe('a policy', () => {
  it('lets the first rule that fits decide, else the default', () => {
    const rules = [
      { do: 'allow', tools: ['click'], origins: ['https://shop.example'] },
      { do: 'deny', effects: ['act'] },
    ];
    expect(verdict(rules, act())).toBe('allow');
    expect(verdict(rules, act({ tool: 'browser_type' }))).toBe('deny');
    expect(verdict(rules, act({ effect: 'read', tool: 'browser_snapshot' }))).toBe('allow');
    expect(verdict([], act(), 'confirm')).toBe('confirm');
  });

  it('forbids where any origin fits, and allows only where all do', () => {
    const frame = ['https://shop.example/', 'https://pay.example/form'];
    expect(verdict([{ do: 'deny', origins: ['pay.example'] }], act({ urls: frame }))).toBe('deny');
    const only = [{ do: 'allow', origins: ['shop.example'] }];
    expect(verdict(only, act({ urls: frame }), 'deny')).toBe('deny');
    expect(verdict(only, act({ urls: ['about:blank'] }), 'deny')).toBe('deny');
    expect(verdict(only, act({ urls: [] }), 'deny')).toBe('deny');
  });

  it.each([
    ['buy', 'Buy now', true],
    ['buy', 'Buyer protection', false],
    ['delet*', 'Deleting everything', true],
    ['buy', 'B\u200buy', true],
    ['buy', 'Ｂｕｙ', true],
    ['購入', '今すぐ購入する', true],
    ['löschen', 'Konto löschen', true],
    ['place order', 'Place\n order', true],
    ['c++', 'c', false],
  ])('finds %s in %s: %s', (word, name, found) => {
    expect(verdict([{ do: 'confirm', words: [word] }], act({ words: ['button', name] }))).toBe(
      found ? 'confirm' : 'allow',
    );
  });

  it('takes an unknown target for the one that a rule forbids, not for one that it allows', () => {
    const blind = act({ words: 'unknown' });
    expect(verdict([{ do: 'deny', words: ['buy'] }], blind)).toBe('deny');
    expect(verdict([{ do: 'allow', words: ['next'] }], blind, 'deny')).toBe('deny');
  });

  it('judges the steps of a batch, and the batch only by its name', () => {
    const batch = act({ tool: 'browser_batch', words: 'unknown', wraps: true });
    expect(verdict([{ do: 'deny', effects: ['act'] }], batch, 'deny')).toBe('allow');
    expect(verdict([{ do: 'deny', tools: ['batch'] }], batch)).toBe('deny');
  });

  it.each([
    [{}, 'rules'],
    [{ rules: [{ do: 'maybe' }] }, 'rules.0.do'],
    [{ rules: [{ do: 'deny', word: ['x'] }] }, 'word'],
    ['text', 'file'],
  ])('refuses %j', (file, where) => {
    expect(() => new Policy(file)).toThrow(where);
  });
});
