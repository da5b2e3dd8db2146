import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { node, text } from '../../../test/support/tree-builder.js';
import type { SnapshotChild, SnapshotNode } from '../node.js';
import { diffTrees } from './diff.js';
import { type Dense, renderDiff } from './render-diff.js';

const button = (ref: string, name: string, states = {}) => node('button', ref, { name, states });

function told(
  before: SnapshotNode,
  now: SnapshotNode,
  shown?: string[],
  dense: Partial<Dense> = {},
): string[] {
  const written = renderDiff(diffTrees(before, now), {
    url: 'https://a.test/',
    ...(shown && { shown: new Set(shown) }),
    dense: { before, ...dense },
  });
  expect(() => parseYaml(written)).not.toThrow();
  return written === '' ? [] : written.split('\n');
}

const page = (...children: SnapshotChild[]) => node('main', 'e1', {}, children);

describe('changes for a reader', () => {
  it('do not tell that links follow the address, which modifiers a key has, or every element that is back', () => {
    const link = (url: string) => page(node('link', 'e2', { name: 'File', url }));
    expect(told(link('https://a.test/old#'), link('https://a.test/#'))).toEqual([]);
    const field = (description: string) => page(node('textbox', 'e2', { name: 'Summary', description }));
    expect(told(field('Why [b]'), field('Why [alt-shift-b]'))).toEqual([]);
    expect(told(link('https://a.test/old'), link('https://a.test/new'))).toHaveLength(1);
    const all = ['One', 'Two', 'Three', 'Four'].map((name, at) => button(`e${at + 2}`, name));
    const wrapped = page(node('region', 'e9', { name: 'New' }, all));
    expect(told(page(...all), wrapped).slice(2)).toEqual(['    - <moved 4 buttons>: e2 "One" … e5 "Four"']);
  });

  it('tell the new order of rows by what they say', () => {
    const rows = ['Ada', 'Bob', 'Cem', 'Dan', 'Eve', 'Fay'].map((name, at) =>
      node('row', `e${10 * at + 10}`, {}, [
        node('cell', `e${10 * at + 11}`, { name }),
        node('cell', `e${10 * at + 12}`, { name: `${at}` }),
      ]),
    );
    const table = (children: SnapshotNode[]) => page(node('table', 'e2', {}, children));
    expect(told(table(rows), table(rows.toReversed()))).toEqual([
      '- <now in table e2 first>:',
      '  - <moved> row [ref=e60]: Fay | 5',
      '  - <moved> row [ref=e50]: Eve | 4',
      '  - <moved> row [ref=e40]: Dan | 3',
      '  - <moved 2 rows>: e30 "Cem | 2" … e20 "Bob | 1"',
    ]);
  });

  it('say nothing of buttons that were only rendered again, or of a box that what came in gave its size', () => {
    const titled = (ref: number, name: string) =>
      node('button', `e${ref}`, { name }, [node('heading', `e${ref + 1}`, { name })]);
    const list = (...children: SnapshotNode[]) =>
      node('list', 'e3', { states: children.length === 0 ? { unseen: 'zero-size' } : {} }, children);
    const before = page(titled(4, 'Papers'), titled(6, 'Pictures'), list());
    const now = page(titled(14, 'Papers'), titled(16, 'Pictures'), list(button('e20', 'Add')));
    expect(told(before, now)).toEqual(['- <added in list e3 first>:', '  - button "Add" [ref=e20]']);
  });

  it('say nothing of a text that is in other pieces now, or of an icon or an unseen button that is gone', () => {
    const line = (...children: SnapshotChild[]) =>
      page(node('generic', 'e2', {}, children), button('e9', 'Run'));
    const colored = line(text('print('), node('generic', 'e3', { text: '6' }), text('* 7)'));
    const pressed = (root: SnapshotNode) => ({
      ...root,
      children: [...root.children.slice(0, -1), button('e9', 'Run', { pressed: true })],
    });
    expect(told(line(text('print(6 * 7)')), pressed(colored))).toEqual([
      '- <changed> button "Run" [pressed] [ref=e9]',
    ]);
    expect(told(line(text('print(6 * 8)')), pressed(colored))).toHaveLength(5);
    expect(told(line(text('print(6 * 7)')), colored)).not.toEqual([]);
    const before = page(
      node('img', 'e4', { name: 'down' }),
      {
        ...button('e5', 'Dismiss', { unseen: 'clipped' }),
        computed: { ...button('e5', '').computed, visible: false },
      },
      button('e9', 'Run'),
    );
    const now = page(button('e9', 'Run', { pressed: true }));
    expect(told(before, now, ['e1', 'e9'])).toEqual(['- <changed> button "Run" [pressed] [ref=e9]']);
    expect(told(before, now, ['e1', 'e4', 'e5', 'e9'])).toHaveLength(3);
    expect(told(before, page(button('e9', 'Run')), ['e1', 'e9'])).toHaveLength(2);
  });

  it('do not tell that the focus went away, or that it is where the action was', () => {
    const [save, name] = [button('e2', 'Save'), node('textbox', 'e3', { name: 'Name' })];
    const focused = (each: SnapshotNode) => ({ ...each, states: { ...each.states, active: true } });
    expect(told(page(focused(save), name), page(save, name))).toEqual([]);
    expect(told(page(focused(save), name), page(save, focused(name)))).toEqual([
      '- <changed> textbox "Name" [active] [ref=e3]',
    ]);
    expect(told(page(save, name), page(focused(save), name), undefined, { acted: 'e2' })).toEqual([
      '- <changed> button "Save" [active] [ref=e2]',
    ]);
    const filled = { ...name, value: 'Ada' };
    expect(told(page(save, name), page(focused(save), filled), undefined, { acted: 'e2' })).toEqual([
      '- <changed> textbox "Name" [ref=e3]: Ada',
    ]);
  });

  it('say nothing of an element that only got another wrapper', () => {
    const [save, clear] = [button('e2', 'Save'), button('e4', 'Clear')];
    const wrapped = page(node('generic', 'e3', {}, [save, clear]));
    expect(told(page(save), wrapped)).toEqual([
      '- <added in main e1 after e2>:',
      '  - button "Clear" [ref=e4]',
    ]);
    expect(told(wrapped, page(save))).toEqual(['- <removed> generic [ref=e3]: Clear']);
    expect(told(page(node('generic', 'e3', {}, [save])), page(save))).toEqual([]);
    // Also where something around both of them is new.
    const outer = (ref: string, ...inside: SnapshotNode[]) =>
      page(node('generic', ref, {}, [node('generic', 'e6', {}, inside)]));
    expect(told(outer('e7', save), outer('e8', node('generic', 'e9', {}, [save]), clear))).toEqual([
      '- <added in generic e6 after e2>:',
      '  - button "Clear" [ref=e4]',
    ]);
    // From one list to another is a move.
    const lists = (...of: SnapshotNode[][]) =>
      page(...of.map((items, at) => node('list', `e${50 + at}`, {}, items)));
    expect(told(lists([save, clear], []), lists([clear], [save])).join('\n')).toContain(
      '<moved> button "Save"',
    );
  });

  it('tell in one line of an element that was replaced by one like it, and what differs inside', () => {
    const panel = (from: number, uptime: string) =>
      node('region', `e${from}`, { name: 'Device' }, [
        node('link', `e${from + 1}`, { name: 'Rate' }),
        node('row', `e${from + 2}`, {}, [
          node('cell', `e${from + 3}`, { name: 'Uptime' }),
          node('cell', `e${from + 4}`, { name: uptime }),
        ]),
        button(`e${from + 5}`, 'Edit'),
      ]);
    expect(told(page(button('e2', 'Sync')), page(button('e3', 'Sync')))).toEqual([
      '- <replaced e2> button "Sync" [ref=e3]',
    ]);
    // Beside other changes it is no news where its old ref finds it: not if there are two of that name.
    const [field, filled] = [node('textbox', 'e4', {}), node('textbox', 'e4', { value: 'Ada' })];
    expect(told(page(field, button('e2', 'Sync')), page(filled, button('e3', 'Sync')))).toEqual([
      '- <changed> textbox [ref=e4]: Ada',
    ]);
    const [one, other] = [button('e5', 'Sync'), node('link', 'e6', { name: 'Sync' })];
    expect(told(page(field, one, button('e2', 'Sync')), page(filled, one, button('e3', 'Sync')))).toContain(
      '- <replaced e2> button "Sync" [ref=e3]',
    );
    expect(told(page(field, other, button('e2', 'Sync')), page(filled, other, button('e3', 'Sync')))).toEqual(
      ['- <changed> textbox [ref=e4]: Ada'],
    );
    expect(told(page(panel(10, '3m')), page(panel(20, '4m')))).toEqual([
      '- <replaced e10> region "Device" [ref=e20] [… 2 texts, 1 link, 1 button]',
      '- <changed, was "3m"> cell "4m" [ref=e24]',
    ]);
    const rows = (from: number, ...names: string[]) =>
      names.map((name, at) =>
        node('listitem', `e${from + 2 * at}`, {}, [text(name), button(`e${from + 2 * at + 1}`, 'Open')]),
      );
    // A filter leaves one of several.
    expect(told(page(...rows(10, 'Ada', 'Bob', 'Cem')), page(...rows(30, 'Cem')))).toEqual([
      '- <removed> listitem [ref=e10]: Ada',
      '- <removed> listitem [ref=e12]: Bob',
      '- <replaced e14> listitem [ref=e30]:',
      '  - text: Cem',
      '  - button "Open" [ref=e31]',
    ]);
    expect(told(page(button('e2', 'Sync')), page(button('e3', 'Stop')))).toEqual([
      '- <removed> button "Sync" [ref=e2]',
      '- <added in main e1 first>:',
      '  - button "Stop" [ref=e3]',
    ]);
  });

  it('do not tell of a heading in a button, or of options of a combobox, that changed with it', () => {
    const kind = (value: string) =>
      page(
        node('combobox', 'e5', { name: 'Kind', value }, [
          ...['Code', 'Raw'].map((name, at) =>
            node('option', `e${at + 6}`, { name, states: name === value ? { selected: true } : {} }),
          ),
        ]),
      );
    expect(told(kind('Code'), kind('Raw'))).toEqual([
      '- <changed, was "Code"> combobox "Kind" [ref=e5]: Raw',
    ]);
    const folder = (name: string) =>
      node('button', 'e2', { name }, [node('heading', 'e3', { name, states: { level: 4 } })]);
    expect(told(page(folder('Idle')), page(folder('Busy')))).toEqual([
      '- <changed, was "Idle"> button "Busy" [ref=e2]',
    ]);
  });

  it('tell once of many elements that changed alike', () => {
    const locks = (name: string) => Array.from({ length: 9 }, (_, at) => button(`e${at + 2}`, name));
    expect(told(page(...locks('Open')), page(...locks('Locked')), ['e1', 'e2', 'e3', 'e4'])).toEqual([
      '- <changed, was "Open"> button "Locked" [ref=e2]',
      '- <changed alike, 8 more buttons>: e3 e4',
    ]);
  });

  it('do not repeat what they have shown in full', () => {
    const item = (open: boolean) =>
      node('group', 'e5', { name: 'Row' }, [button('e6', 'Open', { expanded: open })]);
    const before = page(item(false), button('e2', 'Other'));
    const now = page(button('e2', 'Other'), node('region', 'e9', { name: 'Box' }, [item(true)]));
    expect(told(before, now, ['e1', 'e2'])).toEqual([
      '- <added in main e1 after e2>:',
      '  - region "Box" [ref=e9]:',
      '    - group "Row" [ref=e5]:',
      '      - button "Open" [expanded] [ref=e6]',
    ]);
  });

  it('show what is new in dense form, and in outline where it is long', () => {
    const cell = (ref: string, ...children: SnapshotChild[]) => node('cell', ref, {}, children);
    const added = node('generic', 'e2', {}, [
      node('generic', 'e3', {}, [
        node('generic', 'e4', { text: 'Uploaded:' }),
        node('generic', 'e5', { text: '0 B' }),
      ]),
      node('table', 'e6', {}, [
        node('rowgroup', 'e7', {}, [
          node('row', 'e8', {}, [
            node('cell', 'e9', { name: '200' }),
            cell('e10', node('paragraph', 'e11', { text: 'The pet' })),
            cell('e12', button('e13', 'Delete')),
          ]),
        ]),
      ]),
      node('generic', 'e14', { name: 'Copy' }, [button('e15', 'Copy')]),
      node('combobox', 'e16', { tag: 'select', name: 'Show', value: 'All' }, [
        node('option', 'e17', { name: 'All', states: { selected: true } }),
        node('option', 'e18', { name: 'Active' }),
      ]),
      node('paragraph', 'e19', {}, [
        text('See'),
        node('link', 'e20', { name: 'more', url: 'https://a.test/#x' }),
      ]),
    ]);
    expect(told(page(), page(added))).toEqual([
      '- <added in main e1 first>:',
      '  - generic [ref=e3]: "Uploaded: | 0 B"',
      '  - table [ref=e6]:',
      '    - row [ref=e8]:',
      '      - text: 200 | The pet',
      '      - button "Delete" [ref=e13]',
      '  - button "Copy" [ref=e15]',
      '  - combobox "Show" [ref=e16]:',
      '    - /value: All',
      '    - text: All | Active',
      '  - paragraph [ref=e19]:',
      '    - text: See',
      '    - link "more" [ref=e20]',
    ]);
    const prose = Array.from({ length: 40 }, (_, at) =>
      node('paragraph', `e${100 + at}`, { text: `Paragraph ${at} ${'with many words '.repeat(8)}` }),
    );
    const long = told(
      page(),
      page(node('dialog', 'e90', { name: 'Terms' }, [...prose, button('e91', 'Agree')])),
      undefined,
      {
        maxTokens: 200,
      },
    ).join('\n');
    expect(long).toContain('button "Agree" [ref=e91]');
    expect(long).toMatch(/… \d+ texts: snapshot target=e90/);
    expect(long.length).toBeLessThan(1_200);
  });

  it('name places that the reader knows', () => {
    const wrapped = (...more: SnapshotNode[]) =>
      page(node('generic', 'e2', {}, [node('generic', 'e3', {}, [button('e4', 'Save'), ...more])]));
    expect(told(wrapped(), wrapped(button('e5', 'Clear')), ['e1', 'e4'])).toEqual([
      '- <added in main e1 after e4>:',
      '  - button "Clear" [ref=e5]',
    ]);
  });
});
