import { describe, expect, it } from 'vitest';
import { type ExposedChild, type ExposedNode, isTextRun } from '../exposed-node.js';
import { keepApart } from './keep-apart.js';
import { unwrapLayoutTable } from './layout-table.js';
import type { Pass } from './pass.js';
import {
  dropDecoration,
  dropEmptyGroup,
  dropLinkOfTab,
  dropLoneIcon,
  flattenInline,
  joinText,
  PASSES,
  unwrapControl,
  unwrapGridCell,
  unwrapListItem,
  unwrapOnlyChild,
  unwrapSingle,
} from './passes.js';
import { prune } from './prune.js';
import {
  dropDescribingText,
  dropEchoedName,
  dropEchoingBox,
  dropLabelText,
  dropRepeatedText,
} from './repeated.js';

// No pass looks at the element itself: any object will do.
const ELEMENT = {} as Element;

function node(
  role: string,
  children: (ExposedChild | string)[],
  more: Partial<ExposedNode> = {},
): ExposedNode {
  const name = more.name ?? '';
  return {
    element: ELEMENT,
    role,
    name,
    fullName: name,
    description: '',
    echoes: false,
    states: {},
    focusable: false,
    interactive: false,
    wrapsControl: false,
    mayLayOut: false,
    inline: false,
    outlined: false,
    drawing: false,
    unseen: undefined,
    showsName: false,
    bare: false,
    record: undefined,
    plain: role === 'generic' && name === '' && !more.interactive,
    children: children.map((child) => (typeof child === 'string' ? text(child) : child)),
    ...more,
  };
}

const text = (value: string): ExposedChild => ({ element: null, text: value, preserved: false });
const inline = (...children: (ExposedChild | string)[]): ExposedNode =>
  node('generic', children, { inline: true });
const block = (...children: (ExposedChild | string)[]): ExposedNode => node('generic', children);

/** `role "name"(children)`, texts as they are. */
const print = (child: ExposedChild): string =>
  isTextRun(child)
    ? child.text
    : `${child.role}${child.name ? ` "${child.name}"` : ''}(${child.children.map(print).join('|')})`;

function pruned(root: ExposedNode, ...passes: (() => Pass)[]): string {
  prune(root, passes.length > 0 ? passes : PASSES);
  return print(root);
}

describe('each pass alone', () => {
  it('unwrapGridCell leaves the control that is all there is in a cell of a grid', () => {
    const day = (more = {}) => node('button', [], { name: '5', interactive: true, ...more });
    expect(pruned(node('row', [node('gridcell', [day()])]), unwrapGridCell)).toBe('row(button "5"())');
    const unselected = node('gridcell', [day()], { states: { selected: false, colindex: 2 } });
    expect(pruned(node('row', [unselected]), unwrapGridCell)).toBe('row(button "5"())');
    for (const cell of [
      node('gridcell', [day()], { states: { selected: true } }),
      node('gridcell', [day(), 'free']),
      node('gridcell', [block('5')]),
      node('cell', [day()]),
    ])
      expect(pruned(node('row', [cell]), unwrapGridCell)).toMatch(/^row\((?:grid)?cell\(/);
  });

  it('dropLinkOfTab leaves a tab that is a link', () => {
    const link = (name: string, more = {}) => node('link', [], { name, interactive: true, ...more });
    const tab = (...children: ExposedNode[]) => node('tab', children, { name: 'One', interactive: true });
    expect(pruned(node('tablist', [tab(link('One'))]), dropLinkOfTab)).toBe('tablist(tab "One"())');
    expect(pruned(node('tablist', [tab(link('Two'))]), dropLinkOfTab)).toContain('link "Two"');
    const stated = tab(link('One', { states: { disabled: true } }));
    expect(pruned(node('tablist', [stated]), dropLinkOfTab)).toContain('link "One"');
  });

  it('dropLoneIcon removes an icon that decorates a text, and no other', () => {
    const icon = (name: string, more = {}) =>
      node('generic', [], { states: { icon: name }, plain: false, ...more });
    const names = (root: ExposedNode): unknown[] => {
      prune(root, [dropLoneIcon]);
      return root.children.map((child) => (isTextRun(child) ? child.text : child.states.icon));
    };
    expect(names(node('listitem', [icon('info'), 'Hint']))).toEqual(['Hint']);
    expect(names(node('cell', [icon('check')]))).toEqual(['check']);
    expect(names(node('listitem', [icon('check'), 'Export']))).toEqual(['check', 'Export']);
    // Its text is in its name.
    expect(names(node('heading', [icon('bolt')], { name: 'Security', showsName: true }))).toEqual([]);
    expect(names(node('row', [icon('star'), 'Ada', icon('trash')]))).toEqual(['star', 'Ada', 'trash']);
    expect(names(node('row', [icon('star', { interactive: true }), 'Ada']))).toEqual(['star', 'Ada']);
  });

  it('dropLabelText removes the label next to the field that it names, and no other text', () => {
    const field = (name: string, role = 'textbox') => node(role, [], { name, interactive: true });
    expect(pruned(node('form', ['Name', field('Name')]), dropLabelText)).toBe('form(textbox "Name"())');
    expect(pruned(node('form', [field('I agree', 'checkbox'), 'I  agree ']), dropLabelText)).toBe(
      'form(checkbox "I agree"())',
    );
    expect(pruned(node('form', [block('Name'), field('Name')]), dropLabelText)).toBe(
      'form(textbox "Name"())',
    );
    for (const kept of [
      ['Your name', field('Name')],
      ['Name', field('Surname')],
      ['Name', node('paragraph', []), field('Name')],
      ['Save', field('Save', 'button')],
      [node('heading', ['Name']), field('Name')],
    ])
      expect(pruned(node('form', kept), dropLabelText)).toBe(print(node('form', kept)));
    // A text that is named once accounts for only one of two labels.
    expect(pruned(node('form', ['Name', field('Name'), 'Name']), dropLabelText)).toBe(
      'form(textbox "Name"()|Name)',
    );
    expect(pruned(node('form', ['From', field('From to'), 'to']), dropLabelText)).toBe(
      'form(textbox "From to"())',
    );
  });

  it('dropDescribingText removes the text next to what it describes, once', () => {
    const field = (description: string) =>
      node('textbox', [], { name: 'Mail', description, interactive: true });
    const form = (...children: (ExposedChild | string)[]): string =>
      pruned(node('form', children), dropDescribingText);
    expect(form(field('For the receipt.'), 'For the  receipt.')).toBe('form(textbox "Mail"())');
    expect(form(block('For the receipt.'), field('For the receipt.'))).toBe('form(textbox "Mail"())');
    expect(form('Only once.', field('Only once.'), 'Only once.')).toBe('form(textbox "Mail"()|Only once.)');
    expect(form(field('A hint. An error.'), 'A hint.')).toBe('form(textbox "Mail"())');
    expect(form(field('A hint.'), 'A hint. An error.')).toBe('form(textbox "Mail"()|A hint. An error.)');
    expect(form(field('Far.'), node('img', []), 'Far.')).toBe('form(textbox "Mail"()|img()|Far.)');
  });

  it('dropDecoration removes unnamed pictures in controls, and drawings', () => {
    const picture = (more: Partial<ExposedNode> = {}) => node('img', [], more);
    const button = (child: ExposedNode) => node('button', [child, 'Save'], { interactive: true });
    expect(pruned(node('main', [button(picture())]), dropDecoration)).toBe('main(button(Save))');
    expect(pruned(node('main', [picture({ drawing: true }), 'Save']), dropDecoration)).toBe('main(Save)');
    for (const kept of [
      picture(),
      picture({ name: 'Chart', drawing: true }),
      picture({ drawing: true, interactive: true }),
      picture({ drawing: true, focusable: true }),
      node('img', ['12 %'], { drawing: true }),
    ])
      expect(pruned(node('main', [kept]), dropDecoration)).toBe(print(node('main', [kept])));
  });

  it('unwrapControl keeps the control of a label or a custom element', () => {
    const button = node('button', [], { name: 'Send', interactive: true });
    const host = { interactive: true, wrapsControl: true };
    expect(pruned(node('main', [node('generic', [button], host)]), unwrapControl)).toBe(
      print(node('main', [button])),
    );
    for (const kept of [
      node('generic', [button], { interactive: true }),
      node('generic', [button, 'now'], host),
      node('generic', [button, button], host),
      node('generic', ['Send'], host),
      node('generic', [node('img', [])], host),
      node('generic', [button], { ...host, name: 'Form' }),
      node('generic', [button], { ...host, focusable: true }),
      node('group', [button], host),
    ])
      expect(pruned(node('main', [kept]), unwrapControl)).toBe(print(node('main', [kept])));
  });

  it('dropEchoingBox removes the clickable box from a control named after its text', () => {
    const box = (text: string, more: Partial<ExposedNode> = {}) =>
      node('generic', [text], { interactive: true, ...more });
    const option = (...children: (ExposedChild | string)[]) =>
      node('option', children, { name: 'Red', interactive: true });
    expect(pruned(option(box('Red')), dropEchoingBox)).toBe(print(option()));
    for (const kept of [
      option(box('Remove')),
      option(box('Red'), box('x')),
      option(box('Red', { focusable: true })),
      option(box('Red', { states: { checked: true } })),
      option(node('generic', [], { interactive: true })),
      node('group', [box('Red')], { name: 'Red' }),
    ])
      expect(pruned(kept, dropEchoingBox)).toBe(print(kept));
  });

  it('unwrapLayoutTable keeps only the cell content of layout tables', () => {
    const link = (name: string) => node('link', [], { name, interactive: true });
    const cell = (...children: (ExposedChild | string)[]) => node('cell', children);
    const table = (...rows: ExposedNode[][]) =>
      node(
        'table',
        [
          node(
            'rowgroup',
            rows.map((cells) => node('row', cells)),
          ),
        ],
        { mayLayOut: true },
      );
    const unwrapped = (...children: ExposedChild[]) => pruned(node('main', children), unwrapLayoutTable);
    const inner = table([cell(link('A')), cell('text'), cell()]);
    expect(unwrapped(table([cell(inner)], [cell(link('B')), cell(link('C'))]))).toBe(
      'main(link "A"()|cell(text)|link "B"()|link "C"())',
    );
    expect(unwrapped(table([cell(), cell()], [cell(), cell(link('Framed'))]))).toBe('main(link "Framed"())');
    const nested = () => cell(table([cell('1'), cell('2')], [cell('3'), cell('4')]));
    for (const kept of [
      () => table([cell('1'), cell('2')]),
      () => table([cell(link('A'))], [cell(link('B'))]),
      () => table([node('columnheader', ['H'])], [nested()]),
      () => ({ ...table([nested()]), mayLayOut: false }),
    ])
      expect(unwrapped(kept())).toBe(print(node('main', [kept()])));
    // Elements that can be acted on stay, and so does a data table inside.
    const clickable = node('cell', [link('A')], { interactive: true });
    expect(unwrapped(table([clickable, nested()]))).toBe(
      'main(cell(link "A"())|table(rowgroup(row(cell(1)|cell(2))|row(cell(3)|cell(4)))))',
    );
  });

  it('unwrapListItem puts the only element of an item into the list', () => {
    const link = node('link', ['Home'], { interactive: true });
    const list = node('list', [
      node('listitem', [link]),
      node('listitem', [link, link]),
      node('listitem', ['x']),
    ]);
    expect(pruned(list, unwrapListItem)).toBe('list(link(Home)|listitem(link(Home)|link(Home))|listitem(x))');
    for (const kept of [
      node('listitem', [link], { name: 'Menu' }),
      node('listitem', [link], { states: { current: true } }),
      node('listitem', [link], { interactive: true }),
      node('listitem', [block('x')]),
    ])
      expect(pruned(node('list', [kept]), unwrapListItem)).toBe(print(node('list', [kept])));
  });

  it('dropEmptyGroup removes empty groups, nested ones too', () => {
    const empty = node('list', [node('listitem', []), node('listitem', [])]);
    expect(pruned(node('main', [empty, node('paragraph', []), 'x']), dropEmptyGroup)).toBe('main(x)');
    for (const kept of [
      node('group', [], { name: 'Plan' }),
      node('listitem', [], { interactive: true }),
      node('list', [], { states: { busy: true } }),
      node('cell', []),
      node('status', []),
      { ...node('list', []), cut: { reason: 'nodes', count: 3 } as const },
    ])
      expect(pruned(node('main', [kept]), dropEmptyGroup)).toBe(print(node('main', [kept])));
  });

  it('flattenInline puts the content of inline wrappers into their line', () => {
    expect(pruned(node('main', ['a ', inline('b'), inline(node('link', ['c']))]), flattenInline)).toBe(
      'main(a |b|link(c))',
    );
  });

  it('flattenInline keeps blocks, and elements with a cut inside', () => {
    const cut = { ...inline('b'), cut: { reason: 'time', count: 3 } as const };
    expect(pruned(node('main', [block('a'), cut]), flattenInline)).toBe('main(generic(a)|generic(b))');
  });

  it('keepApart leaves signs and numbers side by side as they are, and no words', () => {
    const apart = (...children: (ExposedChild | string)[]): string =>
      pruned(node('main', children), keepApart, flattenInline, joinText);
    expect(apart(inline('-'), ' ', inline('+'))).toBe('main(generic(-)|generic(+))');
    expect(apart(inline('1'), ' ', inline('2'), ' ', inline('3'))).toBe(
      'main(generic(1)|generic(2)|generic(3))',
    );
    expect(apart(inline('-'), inline('2'), inline('+'))).toBe('main(generic(-)|generic(2)|generic(+))');
    expect(apart(inline('$'), inline('9'), inline('99'))).toBe('main($999)');
    expect(apart(inline('big'), ' ', inline('news'))).toBe('main(big news)');
    expect(apart('from ', inline('<'), ' to ', inline('>'))).toBe('main(from < to >)');
    expect(
      pruned(
        node('button', [inline('-'), inline('+')], { interactive: true }),
        keepApart,
        flattenInline,
        joinText,
      ),
    ).toBe('button(-+)');
  });

  it('joinText makes one run of neighbors, collapses spaces across them and drops empty ones', () => {
    expect(pruned(node('main', [' a ', ' b', 'c ', node('link', []), ' ', node('link', [])]), joinText)).toBe(
      'main(a bc|link()|link())',
    );
  });

  it('dropEchoedName drops a name that repeats the content, if that is more than text', () => {
    const echoing = (...children: (ExposedChild | string)[]): ExposedNode =>
      node('cell', children, { name: 'Tea 3', echoes: true });
    expect(pruned(echoing('Tea ', inline('3')), dropEchoedName)).toBe('cell "Tea 3"(Tea |generic(3))');
    expect(pruned(echoing('Tea ', block(node('link', ['3']))), dropEchoedName)).toBe(
      'cell(Tea |generic(link(3)))',
    );
    expect(pruned(node('cell', [node('link', ['3'])], { name: 'By label' }), dropEchoedName)).toBe(
      'cell "By label"(link(3))',
    );
  });

  it('dropRepeatedText drops text that the name contains, and nothing else', () => {
    const repeats = (name: string, content: string): string =>
      pruned(node('button', [content], { name }), dropRepeatedText);
    expect(repeats('Save', 'Save')).toBe('button "Save"()');
    expect(repeats('Close dialog', 'Close')).toBe('button "Close dialog"()');
    expect(repeats('unsaved', 'saved')).toBe('button "unsaved"(saved)');
    expect(repeats('Save', 'Save all')).toBe('button "Save"(Save all)');
    const twice = (role: string, name: string): string =>
      pruned(node(role, [block('5'), block('5')], { name }), dropRepeatedText);
    expect(twice('link', '5 of 5')).toBe('link "5 of 5"(generic()|generic())');
    expect(twice('link', '5 items')).toBe('link "5 items"(generic()|generic(5))');
    expect(twice('region', '5')).toBe('region "5"(generic()|generic(5))');
  });

  it('dropRepeatedText looks through wrappers, not into other elements', () => {
    const link = node('link', [block('Go'), node('listitem', ['Go'])], { name: 'Go on' });
    expect(pruned(link, dropRepeatedText)).toBe('link "Go on"(generic()|listitem(Go))');
  });

  it('dropRepeatedText keeps the text of a region whose name only mentions it', () => {
    expect(pruned(node('region', ['News', node('link', [])], { name: 'News today' }), dropRepeatedText)).toBe(
      'region "News today"(News|link())',
    );
    expect(pruned(node('region', ['News'], { name: 'News' }), dropRepeatedText)).toBe('region "News"()');
  });

  it('unwrapOnlyChild removes a wrapper that is an only child', () => {
    expect(pruned(node('main', [block(node('link', []), node('link', []))]), unwrapOnlyChild)).toBe(
      'main(link()|link())',
    );
    expect(pruned(node('main', [block('a'), block('b')]), unwrapOnlyChild)).toBe(
      'main(generic(a)|generic(b))',
    );
  });

  it('unwrapSingle removes wrappers around one element or nothing, not around text', () => {
    const root = node('main', [block(node('link', [])), block(), block('text')]);
    expect(pruned(root, unwrapSingle)).toBe('main(link()|generic(text))');
  });
});

describe('all passes together', () => {
  it('keep every element that can be acted on', () => {
    const clickable = node('generic', [], { interactive: true, plain: false });
    expect(pruned(node('main', [block(inline(clickable))]))).toBe('main(generic())');
  });

  it('keep groups of several things apart', () => {
    const card = (name: string): ExposedNode =>
      block(node('heading', [], { name }), node('button', [], { name: 'Buy' }));
    expect(pruned(node('main', [block(block(card('A'), card('B')))]))).toBe(
      'main(generic(heading "A"()|button "Buy"())|generic(heading "B"()|button "Buy"()))',
    );
  });

  it('keep words apart where a block stood in a line', () => {
    expect(pruned(node('paragraph', ['a', inline(block('b')), 'c']))).toBe('paragraph(a|generic(b)|c)');
  });

  it('never remove the root', () => {
    expect(pruned(block())).toBe('generic()');
    expect(pruned(inline(inline('a'), 'b'))).toBe('generic(ab)');
  });

  it('survive ten thousand levels', () => {
    let deep = block(node('button', [], { name: 'Deep' }));
    for (let i = 0; i < 10_000; i++) deep = block(deep);
    expect(pruned(node('main', [deep]))).toBe('main(button "Deep"())');
  });
});
