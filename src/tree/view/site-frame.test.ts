import { describe, expect, it } from 'vitest';
import { node, text } from '../../../test/support/tree-builder.js';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { framePartsOf } from './site-frame.js';
import { viewOf } from './view.js';

let count = 0;
const ref = () => `e${++count}`;
const link = (name: string, more: Partial<SnapshotNode> = {}) =>
  node('link', ref(), { tag: 'a', name, url: `https://a.test/${name}`, ...more });
const links = (...names: string[]) => names.map((name) => link(name));

const MENU = ['Home', 'News', 'Shop', 'Help', 'About'];
const page = (menu: SnapshotChild, content: SnapshotChild[]) =>
  node('generic', ref(), {}, [menu, node('main', ref(), {}, content)]);

function shown(before: SnapshotNode, now: SnapshotNode): string {
  const view = viewOf(now, { url: 'https://a.test/', known: framePartsOf(before) });
  if (!view.ok) throw new Error(view.message);
  return view.text;
}

describe('the frame of a site', () => {
  it('is one line where it is the same as on the page before, whatever its refs', () => {
    const menu = () => node('navigation', ref(), { name: 'Site' }, links(...MENU));
    const second = page(menu(), [text('Second')]);
    const told = shown(page(menu(), [text('First')]), second);
    expect(told).toMatch(/navigation "Site" \[ref=e\d+\] \[… 5 links, as on the page before\]/);
    expect(told).not.toContain('"Shop"');
    expect(told).toContain('Second');
  });

  it.each([
    ['a name', () => links('Home', 'News', 'Sale', 'Help', 'About')],
    ['one more', () => links(...MENU, 'More')],
    ['a state', () => [link('Home', { states: { current: 'page' } }), ...links(...MENU.slice(1))]],
    ['a text', () => [...links(...MENU), text('3 new messages')]],
  ])('is shown where %s differs', (_, menu) => {
    const before = page(node('navigation', ref(), {}, links(...MENU)), []);
    expect(shown(before, page(node('navigation', ref(), {}, menu()), []))).toContain('link "Help"');
  });

  it('is one line that says so where only addresses differ, if it is a landmark', () => {
    const tools = (role: string, of: string) =>
      node(
        role,
        ref(),
        {},
        MENU.map((name) => link(name, { url: `https://a.test/${of}/${name}` })),
      );
    const told = (role: string) => shown(page(tools(role, 'first'), []), page(tools(role, 'second'), []));
    expect(told('navigation')).toMatch(/ref=e\d+\] \[… 5 links, as on the page before but for addresses\]/);
    expect(told('list')).toContain('link "Help"');
    expect(told('main')).toContain('link "Help"');
  });

  it('is never the main content, a dialog, or a form without a landmark', () => {
    const fields = () => [node('textbox', ref(), { name: 'Name' }), ...links(...MENU)];
    for (const part of [
      () => node('main', ref(), {}, links(...MENU)),
      () => node('dialog', ref(), { name: 'Sure?' }, links(...MENU)),
      () => node('generic', ref(), {}, fields()),
    ]) {
      const [before, now] = [node('generic', ref(), {}, [part()]), node('generic', ref(), {}, [part()])];
      expect(shown(before, now)).toContain('link "Help"');
    }
  });

  it('is found without landmarks, where it is a box of links', () => {
    const box = () => node('list', ref(), {}, links(...MENU));
    expect(shown(page(box(), []), page(box(), []))).toMatch(
      /list \[ref=e\d+\] \[… 5 links, as on the page before\]/,
    );
  });
});
