import { describe, expect, it } from 'vitest';
import type { SnapshotNode } from '../../tree/node.js';
import { cssCode, frameCode, locatorCode } from './locator-code.js';

let next = 1;

function node(
  role: string,
  name = '',
  children: SnapshotNode[] = [],
  more: Partial<SnapshotNode> = {},
): SnapshotNode {
  const computed = { focusable: false, interactive: false, visible: true, accessible: true };
  return { ref: `e${next++}`, tag: 'div', role, name, states: {}, computed, children, ...more };
}

const iframe = (frame: string, children: SnapshotNode[], more: Partial<SnapshotNode> = {}) =>
  node('iframe', '', [node('generic', '', children)], { tag: 'iframe', isFrame: true, frame, ...more });

describe('locatorCode', () => {
  it('says no more than it takes to tell the element from its likes', () => {
    const save = node('button', 'Save');
    const saveAll = node('button', 'Save all');
    const twins = [node('link', 'Edit'), node('link', 'Edit')];
    const quoted = node('button', "Don't");
    const search = node('searchbox');
    const root = node('generic', '', [
      save,
      saveAll,
      ...twins,
      quoted,
      search,
      node('textbox'),
      node('textbox'),
    ]);
    expect(locatorCode(root, save.ref)).toBe("page.getByRole('button', { name: 'Save', exact: true })");
    expect(locatorCode(root, saveAll.ref)).toBe("page.getByRole('button', { name: 'Save all' })");
    expect(locatorCode(root, twins[1]?.ref ?? '')).toBe(
      "page.getByRole('link', { name: 'Edit', exact: true }).nth(1)",
    );
    expect(locatorCode(root, quoted.ref)).toBe("page.getByRole('button', { name: 'Don\\'t' })");
    expect(locatorCode(root, search.ref)).toBe("page.getByRole('searchbox')");
  });

  it('says the first words of a long name if they tell it from its likes', () => {
    const [long, one, other] = [
      'How the parliament of Iceland came to meet in the open air for nine centuries',
      'A chapter that begins like another and goes on for a while, first part',
      'A chapter that begins like another and goes on for a while, second part',
    ].map((name) => node('link', name)) as [SnapshotNode, SnapshotNode, SnapshotNode];
    const root = node('generic', '', [long, one, other]);
    expect(locatorCode(root, long.ref)).toBe(
      "page.getByRole('link', { name: 'How the parliament of Iceland came to' })",
    );
    expect(locatorCode(root, one.ref)).toContain('first part');
  });

  it('does not rely on what Playwright reads otherwise: capitals of a style, invisible characters', () => {
    const [open, shouted] = [node('button', 'Open'), node('button', 'OPEN')];
    const [files, all] = [node('link', 'FILES'), node('link', 'All files')];
    const [spaced, plain] = [node('tab', 'get \u200b/pets'), node('tab', 'GET /pets all of them')];
    const root = node('generic', '', [open, shouted, files, all, spaced, plain]);
    expect(locatorCode(root, open.ref)).toBe("page.getByRole('button', { name: 'Open' }).nth(0)");
    expect(locatorCode(root, shouted.ref)).toBe("page.getByRole('button', { name: 'OPEN' }).nth(1)");
    expect(locatorCode(root, files.ref)).toBe("page.getByRole('link', { name: 'FILES' }).nth(0)");
    expect(locatorCode(root, spaced.ref)).toContain('exact: true');
    const editor = node('generic', '', [], { text: 'Write here', states: { editable: true } });
    expect(locatorCode(node('generic', '', [editor]), editor.ref)).toBeUndefined();
  });

  it('goes by the text of what has no name, where nothing else says it', () => {
    const items = ['Alpha', 'Alphabet', 'Beta\n  two', 'Gamma'].map((text) =>
      node('listitem', '', [], { text }),
    );
    const [alpha, alphabet, beta, gamma] = items.map(({ ref }) => ref);
    const long = node('paragraph', '', [], { text: 'word '.repeat(40) });
    const root = node('generic', '', [...items, node('button', 'Add gamma'), long]);
    expect(locatorCode(root, alpha ?? '')).toBeUndefined();
    expect(locatorCode(root, alphabet ?? '')).toBe("page.getByText('Alphabet')");
    expect(locatorCode(root, beta ?? '')).toBe("page.getByText('Beta two')");
    expect(locatorCode(root, gamma ?? '')).toBeUndefined();
    expect(locatorCode(root, long.ref)).toBeUndefined();
  });

  it('has nothing to say where role and name tell nothing', () => {
    const [first, second] = [node('textbox'), node('textbox')];
    const root = node('generic', '', [first, second, node('generic', 'x')]);
    expect(locatorCode(root, first.ref)).toBeUndefined();
    expect(locatorCode(root, root.ref)).toBeUndefined();
    expect(locatorCode(root, 'e9999')).toBeUndefined();
  });

  it('goes through iframes, and counts in one document only', () => {
    const pay = node('button', 'Pay');
    const inner = iframe('f2', [pay], { frameName: 'card' });
    const root = node('generic', '', [
      node('button', 'Pay'),
      iframe('f1', [node('button', 'Pay'), inner, iframe('f3', [], { frameName: 'ad' })]),
    ]);
    expect(locatorCode(root, pay.ref)).toBe(
      `page.locator('iframe').contentFrame().locator('iframe[name="card"]').contentFrame().getByRole('button', { name: 'Pay' })`,
    );
    expect(frameCode(root, 'f2')).toBe(
      `page.locator('iframe').contentFrame().locator('iframe[name="card"]').contentFrame()`,
    );
    expect(frameCode(root, 'f9')).toBeUndefined();
  });
});

describe('cssCode', () => {
  it('takes one step for each shadow root', () => {
    expect(cssCode('page', ['#host', "[a='b']"])).toBe("page.locator('#host').locator('[a=\\'b\\']')");
  });
});
