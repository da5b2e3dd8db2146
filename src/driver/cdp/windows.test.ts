import { describe, expect, it } from 'vitest';
import { Windows } from './windows.js';

const target = (targetId: string, openerId?: string) => ({
  targetId,
  type: 'page',
  title: '',
  url: '',
  attached: true,
  canAccessOpener: false,
  browserContextId: 'C',
  ...(openerId !== undefined && { openerId }),
});

describe('tabs of one window', () => {
  it.each([
    ['with a screen, pages of a context', 'Chrome/1', undefined],
    ['without, a page and what it opened', 'HeadlessChrome/1', 'one'],
  ])('%s: the last one is in front until another is raised', (_, userAgent, opener) => {
    const windows = new Windows({ userAgent });
    windows.opened(target('one'), true);
    expect(windows.raise('one')).toBe(false);
    windows.opened(target('two', opener), true);
    expect(windows.raise('two')).toBe(false);
    expect(windows.raise('one')).toBe(true);
    expect(windows.raise('one')).toBe(false);
    expect(windows.raise('two')).toBe(true);
  });

  it('when the front one closes, whichever is next is raised', () => {
    const windows = new Windows({ userAgent: 'Chrome/1' });
    for (const id of ['one', 'two', 'three']) windows.opened(target(id), true);
    windows.closed('three');
    expect(windows.raise('one')).toBe(true);
    windows.closed('two');
    expect(windows.raise('one')).toBe(false);
  });
});

it('without a screen every page that we open has a window', () => {
  const windows = new Windows({ userAgent: 'HeadlessChrome/1' });
  for (const id of ['one', 'two']) windows.opened(target(id), true);
  expect(windows.raise('one')).toBe(false);
  expect(windows.raise('two')).toBe(false);
});
