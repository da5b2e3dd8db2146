/** Snapshot trees without a browser. */
import type { SnapshotChild, SnapshotNode } from '../../src/tree/node.js';

export function node(
  role: string,
  ref: string,
  more: Partial<SnapshotNode> = {},
  children: SnapshotChild[] = [],
): SnapshotNode {
  const visible = more.states?.unseen === undefined;
  const computed = { focusable: false, interactive: false, visible, accessible: true };
  return { ref, tag: 'div', role, name: '', states: {}, computed, children, ...more };
}

export function text(content: string): SnapshotChild {
  return { role: 'text', text: content };
}

/** Rows of three cells and a button; `change` may make one different. */
export function tableTree(
  rows: number,
  change: (row: SnapshotNode, index: number) => SnapshotNode = (row) => row,
): SnapshotNode {
  let count = 4;
  const ref = () => `e${++count}`;
  const body = Array.from({ length: rows }, (_, index) => {
    const cells = ['Order', 'Customer', 'Amount'].map((name) =>
      node('cell', ref(), { name: `${name} ${index + 1}` }),
    );
    const row = node('row', ref(), {}, [
      ...cells,
      node('cell', ref(), {}, [node('button', ref(), { name: `Delete order ${index + 1}` })]),
    ]);
    return change(row, index);
  });
  return node('generic', 'e1', {}, [
    node('heading', 'e2', { name: 'Orders', states: { level: 1 } }),
    node('table', 'e3', { name: 'Orders' }, [node('rowgroup', 'e4', {}, body)]),
  ]);
}

/** Sections of fields and links, about `elements` of them: an ordinary application page. */
export function pageTree(elements: number): SnapshotNode {
  let count = 1;
  const ref = () => `e${++count}`;
  const sections: SnapshotNode[] = [];
  while (count < elements) {
    const number = sections.length + 1;
    sections.push(
      node('region', ref(), { name: `Section ${number}` }, [
        node('heading', ref(), { name: `Section ${number}`, states: { level: 2 } }),
        node('paragraph', ref(), {}, [
          text(`About the section ${number}, see`),
          node('link', ref(), { tag: 'a', name: 'the manual', url: `https://a.test/manual/${number}` }),
          text('for more.'),
        ]),
        node('textbox', ref(), {
          name: `Name ${number}`,
          value: `value ${number}`,
          placeholder: 'Your name',
        }),
        node('checkbox', ref(), { name: `Agree ${number}`, states: { checked: false } }),
        node('button', ref(), { name: `Save ${number}` }),
      ]),
    );
  }
  return node('generic', 'e1', {}, sections);
}
