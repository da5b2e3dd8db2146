/**
 * Small tasks whose answer is a picture: colors, shapes, icons, boards. Each is solved by a script that reads nothing but
 * the text of the view and acts on refs in it. The page says whether the right thing was done.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from '../../src/index.js';
import { describeBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';

interface Task {
  name: string;
  html: string;
  /** The refs to click, one after the other, chosen by the view. */
  solve(view: View): readonly (string | undefined)[];
}

/** The lines of a view. */
class View {
  readonly lines: readonly string[];

  constructor(text: string) {
    this.lines = text.split('\n');
  }

  /** The lines that have all of these. */
  all(...parts: string[]): string[] {
    return this.lines.filter((line) => parts.every((part) => line.includes(part)));
  }

  refs(...parts: string[]): (string | undefined)[] {
    return this.all(...parts).map(refIn);
  }

  button(name: string): string | undefined {
    return this.refs(`button "${name}"`)[0];
  }

  /** From the line with this text to the next line that is not inside of it. */
  part(text: string): View {
    const start = this.lines.findIndex((line) => line.includes(text));
    const indent = indentOf(this.lines[start] ?? '');
    const length = this.lines.slice(start + 1).findIndex((line) => indentOf(line) <= indent);
    return new View(this.lines.slice(start, length < 0 ? undefined : start + 1 + length).join('\n'));
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length;
const refIn = (line: string): string | undefined => /\[ref=(\w+)\]/.exec(line)?.[1];
const flagIn = (line: string, key: string): string =>
  new RegExp(`\\[${key}="?([^\\]"]*)`).exec(line)?.[1] ?? '';
const numbersIn = (text: string): number[] => text.match(/-?\d+/g)?.map(Number) ?? [];

/** `data-right` marks what must be clicked; anything else with `data-wrong` or none must not. */
const page = (body: string, style = ''): string => `<!doctype html><title>open</title><style>
  .box { display: inline-block; width: 30px; height: 30px } .cell { border: 1px solid #999; width: 40px; height: 40px }
  .board { display: grid; grid-template-columns: repeat(3, 40px) } ${style}</style><main>${body}</main><script>
  document.querySelector('main').addEventListener('click', ({ target }) => {
    const right = target.closest('[data-right]');
    if (right) right.removeAttribute('data-right'); else document.title = 'wrong';
    if (document.title === 'open' && !document.querySelector('[data-right]')) document.title = 'solved';
  });</script>`;

const STAR = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16'%3E%3Ccircle r='8' cx='8' cy='8'/%3E%3C/svg%3E")`;
const buttons = (names: readonly string[], right: string): string =>
  names.map((name) => `<button ${name === right ? 'data-right' : ''}>${name}</button>`).join('');
const boxes = (colors: readonly string[], right: string): string =>
  colors
    .map(
      (color) =>
        `<div class="box" style="background: ${color}" ${color === right ? 'data-right' : ''}></div>`,
    )
    .join('');
const ICON_STYLE = `.mail { cursor: pointer; display: flex } .i { width: 16px; height: 16px; display: inline-block }
  .star { background: url(/star.png) } .bin { background: url(/trash.png) } .back { background: url(/reply.png) }`;
const mail = (name: string, right = ''): string =>
  `<div class="mail"><div>${name}</div><div>Hello there</div><span class="i star" ${right === 'star' ? 'data-right' : ''}></span><span class="i back"></span><span class="i bin" ${right === 'bin' ? 'data-right' : ''}></span></div>`;

const TASKS: readonly Task[] = [
  {
    name: 'click the magenta box',
    html: page(boxes(['red', 'magenta', 'olive', 'blue'], 'magenta')),
    solve: (view) => view.refs('[color=magenta]'),
  },
  {
    name: 'choose all shades of blue',
    html: page(
      boxes(['#dc2626', '#2563eb', '#16a34a'], '#2563eb') +
        boxes(['rgb(0, 0, 139)', '#ffa500'], 'rgb(0, 0, 139)'),
    ),
    solve: (view) => [...view.refs('[color=blue]'), ...view.refs('[color=navy]')],
  },
  {
    name: 'a palette in another color space',
    html: page(
      boxes(['oklch(0.637 0.237 25.331)', 'oklch(0.723 0.219 149.579)'], 'oklch(0.723 0.219 149.579)'),
    ),
    solve: (view) => view.refs('[color=green]'),
  },
  {
    name: 'click the small red circle',
    html: page(`<svg width="160" height="160"><circle cx="30" cy="30" r="20" fill="red"/><circle cx="90" cy="30" r="6" fill="red" data-right/>
      <rect x="20" y="90" width="12" height="12" fill="red"/><circle cx="120" cy="120" r="6" fill="blue"/><text x="70" y="130" fill="red">T</text></svg>`),
    solve: (view) =>
      view
        .all('[shape=circle]', '[color=red]')
        .sort(
          (one, other) =>
            (numbersIn(flagIn(one, 'size'))[0] ?? 0) - (numbersIn(flagIn(other, 'size'))[0] ?? 0),
        )
        .slice(0, 1)
        .map(refIn),
  },
  {
    name: 'count the blue items',
    html: page(`<svg width="160" height="160"><rect x="5" y="5" width="30" height="20" fill="blue"/><circle cx="90" cy="30" r="12" fill="blue"/>
      <polygon points="20,80 50,80 35,110" fill="green"/><polygon points="80,80 110,80 95,110" fill="blue"/></svg>${buttons(['1', '2', '3', '4'], '3')}`),
    solve: (view) => [view.button(String(view.all('[color=blue]').length))],
  },
  {
    name: 'identify the shape',
    html: page(
      `<svg width="120" height="120"><path d="M 20 100 L 100 100 L 60 20 Z" fill="orange"/></svg>${buttons(['circle', 'rectangle', 'triangle'], 'triangle')}`,
    ),
    solve: (view) => [view.button(flagIn(view.all('[shape=')[0] ?? '', 'shape'))],
  },
  {
    name: 'click the point (1, -1) of a grid',
    html: page(
      `<svg width="150" height="150"><line x1="0" y1="75" x2="150" y2="75" stroke="black"/><line x1="75" y1="0" x2="75" y2="150" stroke="black"/>${[-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => `<circle r="6" cx="${75 + 50 * x}" cy="${75 - 50 * y}" fill="black" ${x === 1 && y === -1 ? 'data-right' : ''}/>`)).join('')}</svg>`,
    ),
    solve(view) {
      const points = view
        .all('[shape=circle]')
        .map((line) => ({ ref: refIn(line), at: numbersIn(flagIn(line, 'at')) }));
      const lowest = Math.max(...points.map(({ at }) => at[1] ?? 0));
      return [
        points.filter(({ at }) => at[1] === lowest).sort((a, b) => (b.at[0] ?? 0) - (a.at[0] ?? 0))[0]?.ref,
      ];
    },
  },
  {
    name: 'click the green slice of a pie',
    html: page(`<svg width="120" height="120"><path d="M60 60 L60 10 A50 50 0 0 1 103 85 Z" fill="#28a745" data-right/><path d="M60 60 L103 85 A50 50 0 0 1 17 85 Z" fill="#dc3545"/>
      <path d="M60 60 L17 85 A50 50 0 0 1 60 10 Z" fill="#0d6efd"/></svg>`),
    solve: (view) => view.refs('[shape=path]', '[color=green]'),
  },
  {
    name: 'the tallest bar of a chart',
    html: page(
      `<svg width="200" height="120">${[40, 90, 60].map((height, at) => `<rect x="${at * 50}" y="${120 - height}" width="30" height="${height}" fill="steelblue" ${height === 90 ? 'data-right' : ''}/>`).join('')}</svg>`,
    ),
    solve: (view) => [
      refIn(
        view
          .all('[shape=rectangle]')
          .sort(
            (one, other) =>
              (numbersIn(flagIn(other, 'size'))[1] ?? 0) - (numbersIn(flagIn(one, 'size'))[1] ?? 0),
          )[0] ?? '',
      ),
    ],
  },
  {
    name: 'which line is longer',
    html: page(
      `<svg width="200" height="100"><line x1="10" y1="20" x2="60" y2="20" stroke="red" stroke-width="2"/><line x1="10" y1="60" x2="180" y2="80" stroke="blue" stroke-width="2"/></svg>${buttons(['red', 'blue'], 'blue')}`,
    ),
    solve(view) {
      const length = (line: string): number => {
        const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbersIn(flagIn(line, 'at'));
        return Math.hypot(x2 - x1, y2 - y1);
      };
      const [longest = ''] = view.all('[shape=line]').sort((one, other) => length(other) - length(one));
      return [view.button(flagIn(longest, 'color'))];
    },
  },
  {
    name: 'a status light drawn as a small SVG',
    html: page(
      `<p>API <svg width="10" height="10"><circle cx="5" cy="5" r="5" fill="#dc2626"/></svg></p>${buttons(['red', 'green'], 'red')}`,
    ),
    solve: (view) => [view.button(flagIn(view.all('[shape=circle]')[0] ?? '', 'color'))],
  },
  {
    name: 'tic-tac-toe in a table',
    html: page(
      `<table>${[0, 1, 2].map((row) => `<tr>${[0, 1, 2].map((column) => `<td class="cell" ${row === 1 && column === 1 ? 'data-right' : ''}></td>`).join('')}</tr>`).join('')}</table>`,
    ),
    solve: (view) => [view.refs('- cell')[4]],
  },
  {
    name: 'tic-tac-toe of blocks, half played',
    html: page(
      `<div class="board">${['X', 'O', '', '', 'X', '', '', '', 'O'].map((mark, at) => `<div class="cell" ${at === 2 ? 'data-right' : ''}>${mark}</div>`).join('')}</div>`,
    ),
    solve: (view) => [
      view.lines
        .filter((line) => /generic \[ref=\w+\](: "?[XO]"?)?$/.test(line))
        .slice(-9)
        .map(refIn)[2],
    ],
  },
  {
    name: 'a free slot of a calendar',
    html: page(
      `<div style="width: 200px">${['9:00', '10:00', '11:00'].map((hour) => `<div style="display: flex"><b>${hour}</b><div class="slot" ${hour === '10:00' ? 'data-right' : ''}></div></div>`).join('')}</div>`,
      '.slot { width: 100px; height: 24px; border: 1px solid #ccc; cursor: pointer }',
    ),
    solve: (view) => [view.part('10:00').refs('[clickable]')[0] ?? view.refs('[clickable]')[1]],
  },
  {
    name: 'the only red cell of a heat map',
    html: page(
      `<table>${[0, 1, 2].map((row) => `<tr>${[0, 1, 2].map((column) => `<td style="width: 20px; height: 20px; background: ${row === 2 && column === 0 ? '#ef4444' : '#86efac'}" ${row === 2 && column === 0 ? 'data-right' : ''}></td>`).join('')}</tr>`).join('')}</table>`,
    ),
    solve: (view) => view.refs('- cell', '[color=red]'),
  },
  {
    name: 'forward a mail by an icon with its word',
    html: page(
      `<p><span><span class="i back"></span>Reply</span> <span data-right><span class="i bin"></span>Forward</span></p>`,
      ICON_STYLE,
    ),
    solve: (view) => view.refs('- generic', ': Forward'),
  },
  {
    name: 'order one more of the second dish',
    html: page(
      `<p>Soup $9 <span>-</span><span>0</span><span>+</span></p><p>Taco $4 <span>-</span><span>1</span><span data-right>+</span></p>`,
    ),
    solve: (view) => [view.refs(': "+"')[1]],
  },
  {
    name: 'click the word that looks like a link',
    html: page(
      `<p>Nunc amet <span class="a">morbi</span> consectetur <u>aenean</u> <span class="a" data-right>tempus</span> lacus</p>`,
      '.a { color: blue; text-decoration: underline }',
    ),
    solve: (view) => view.refs(': tempus'),
  },
  {
    name: 'how many sides has the shape',
    html: page(
      `<svg width="120" height="120"><polygon points="60,10 100,30 110,70 80,105 40,105 10,70 20,30" fill="orange"/></svg>${buttons(['6', '7', '8'], '7')}`,
    ),
    solve: (view) => [view.button(view.all('[shape=heptagon]').length === 1 ? '7' : '6')],
  },
  {
    name: 'rate with four stars',
    html: page(
      [1, 2, 3, 4, 5].map((at) => `<span class="i star" ${at === 4 ? 'data-right' : ''}></span>`).join(''),
      ICON_STYLE,
    ),
    solve: (view) => [view.refs('[icon=star]')[3]],
  },
  {
    name: 'how many stars are lit',
    html: page(
      `${[1, 2, 3, 4, 5].map((at) => `<i class="fa fa-star" style="color: ${at <= 3 ? 'gold' : '#808080'}"></i>`).join('')}${buttons(['2', '3', '4'], '3')}`,
      '.fa { display: inline-block; width: 16px; height: 16px }',
    ),
    solve: (view) => [view.button(String(view.all('[icon=star]', '[color=gold]').length))],
  },
  {
    name: 'delete the mail of Ada',
    html: page(mail('Grace') + mail('Ada', 'bin') + mail('Joan'), ICON_STYLE),
    solve: (view) =>
      [
        view.lines
          .slice(view.lines.findIndex((line) => line.includes('Ada')))
          .find((line) => line.includes('[icon=trash]')),
      ].map((line = '') => refIn(line)),
  },
  {
    name: 'star the mail of Joan',
    html: page(mail('Grace') + mail('Ada') + mail('Joan', 'star'), ICON_STYLE),
    solve: (view) =>
      [
        view.lines
          .slice(view.lines.findIndex((line) => line.includes('Joan')))
          .find((line) => line.includes('[icon=star]')),
      ].map((line = '') => refIn(line)),
  },
  {
    name: 'icons by mask, content, generated content and sprite',
    html: page(
      `<div><span class="m"></span><span class="c" data-right></span><span class="g" data-right></span><span class="sprite sprite-print" data-right></span><span class="sprite" title="Undo" data-right></span></div>`,
      `span { display: inline-block; width: 16px; height: 16px } .m { background: black; mask-image: url(/menu.svg) } .c { content: url(/star.svg) }
       .g::before { content: ''; display: block; width: 16px; height: 16px; background: url(/gear.png) } .sprite { background: url(/sprite.png) -16px 0 }`,
    ),
    solve: (view) => [
      view.refs('[icon=star]')[0],
      view.refs('[icon=gear]')[0],
      view.refs('[icon=print]')[0],
      view.refs('"Undo"')[0],
    ],
  },
  {
    name: 'unnamed buttons told apart by their icons',
    html: page(
      `<button class="b" style="background-image: url(/play.svg)"></button><button class="b pause" style="background-image: ${STAR.replaceAll('"', '&quot;')}" data-right></button>`,
      '.b { width: 24px; height: 24px }',
    ),
    solve: (view) => view.refs('[icon=pause]'),
  },
  {
    name: 'buttons that differ only in color',
    html: page(
      `<button style="background: #22c55e; width: 30px; height: 30px"></button><button style="background: #ef4444; width: 30px; height: 30px" data-right></button><button style="width: 30px; height: 30px"><span class="box" style="background: #3b82f6; width: 12px; height: 12px"></span></button>`,
    ),
    solve: (view) => view.refs('button', '[color=red]'),
  },
  {
    name: 'the server that is down',
    html: page(
      ['web', 'mail', 'files']
        .map(
          (name) =>
            `<div class="row" ${name === 'mail' ? 'data-right' : ''}><span class="dot" style="background: ${name === 'mail' ? '#dc2626' : '#16a34a'}"></span> ${name}</div>`,
        )
        .join(''),
      '.row { cursor: pointer } .dot { display: inline-block; width: 8px; height: 8px; border-radius: 50% }',
    ),
    solve: (view) => [
      view.refs('[clickable]').find((ref) => view.part(`[ref=${ref}]`).all('[color=red]').length > 0),
    ],
  },
  {
    name: 'how many blocks in all',
    html: page(
      `<div>${boxes(['#1f77b4', '#1f77b4', '#1f77b4'], '')}</div><div>${boxes(['#1f77b4', '#1f77b4'], '')}</div>${buttons(['4', '5', '6'], '5')}`,
    ),
    solve: (view) => [view.button(String(view.all('[color=blue]').length))],
  },
  {
    name: 'which lamp of the traffic light is on',
    html: page(
      `<div style="background: #222; width: 40px">${['#444', '#ffc107', '#444'].map((color) => `<div style="width: 30px; height: 30px; border-radius: 50%; background: ${color}"></div>`).join('')}</div>${buttons(['stop', 'wait', 'go'], 'wait')}`,
    ),
    solve: (view) => [
      view.button(
        { red: 'stop', yellow: 'wait', gold: 'wait', green: 'go' }[
          flagIn(view.all('[color=').find((line) => /yellow|gold|red|green/.test(line)) ?? '', 'color')
        ] ?? '',
      ),
    ],
  },
  {
    name: 'the plan without export',
    html: page(
      `<table><tr><th>Plan</th><th>Export</th></tr>${['Free', 'Team', 'Pro'].map((plan) => `<tr><td><button ${plan === 'Free' ? 'data-right' : ''}>${plan}</button></td><td><i class="fa fa-${plan === 'Free' ? 'times' : 'check'}"></i></td></tr>`).join('')}</table>`,
      '.fa { display: inline-block; width: 16px; height: 16px }',
    ),
    solve: (view) => [
      view
        .refs('button')
        .find(
          (ref) =>
            (view.lines[view.lines.findIndex((line) => line.includes(`[ref=${ref}]`)) + 1] ?? '').includes(
              'times',
            ) ||
            (view.lines[view.lines.findIndex((line) => line.includes(`[ref=${ref}]`)) + 2] ?? '').includes(
              'times',
            ),
        ),
    ],
  },
  {
    name: 'mark a number as odd',
    html: page(
      [10, 7]
        .map(
          (number) =>
            `<div><span class="b" ${number === 7 ? 'data-right' : ''}>Odd</span><span class="n">${number}</span><span class="b">Even</span></div>`,
        )
        .join(''),
      '.b { border: 1px solid; padding: 2px }',
    ),
    solve: (view) => {
      const at = view.lines.findIndex((line) => line.endsWith(': "7"'));
      return [refIn(view.lines[at - 1] ?? '')];
    },
  },
  {
    name: 'the second half of an hour',
    html: page(
      ['2PM', '3PM']
        .map(
          (hour) =>
            `<div style="display: flex; height: 24px"><div>${hour}</div><div class="half"></div><div class="half" ${hour === '3PM' ? 'data-right' : ''}></div></div>`,
        )
        .join(''),
      '.half { width: 60px; border-left: 1px dotted #ccc }',
    ),
    solve: (view) => {
      const at = view.lines.findIndex((line) => line.endsWith(': 3PM'));
      return [refIn(view.lines[at + 2] ?? '')];
    },
  },
  {
    name: 'a square drawn by its border',
    html: page(
      `<div style="width: 20px; height: 20px; background: orange"></div><div style="width: 40px; height: 40px; border: 1px solid" data-right></div>`,
    ),
    solve: (view) => view.refs('[shape=square]'),
  },
  {
    name: 'open the closed folder of a tree',
    html: page(
      `<ul><li><div class="hit open-hit"></div><b>Letters</b></li><li><div class="hit closed-hit" data-right></div><b>Photos</b></li></ul>`,
      '.hit { float: left; width: 16px; height: 16px; background: url(/star.png) -64px -25px; cursor: pointer }',
    ),
    solve: (view) => view.refs('[icon=closed-hit]'),
  },
  {
    name: 'buttons called by their class only',
    html: page(
      `<button class="ql-italic b"><svg width="18" height="18"><path d="M0 0L9 9"/></svg></button><button class="ql-bold b" data-right><svg width="18" height="18"><path d="M0 0L9 9"/></svg></button>
       <span class="delete" tabindex="0" data-right></span><span class="swatch" tabindex="0" style="background: red" data-right></span>`,
      '.b, span { display: inline-block; width: 24px; height: 24px }',
    ),
    solve: (view) => [
      view.refs('[icon=bold]')[0],
      view.refs('[icon=delete]')[0],
      view.refs('[color=red]')[0],
    ],
  },
  {
    name: 'characters of an icon font',
    html: page(
      `<ul><li><i class="lit" data-right>\ue001</i></li><li><i>\ue002</i></li><li><i class="mi">\ue003</i>&nbsp;Home</li></ul><button data-right>\ue004</button><p class="x">a\ue005b</p>
       <table><tr><td>Ada</td><td data-right><i aria-hidden="true" class="fa fa-check"></i></td></tr></table>`,
      '.fa-check::before { content: "\\f00c" }',
    ),
    solve: (view) =>
      view.all('"').length === 1 && view.all(': Home').length === 1 && view.all('[icon=U+E002]').length === 1
        ? [
            view.refs('[icon=lit]')[0],
            view.refs('button [icon=U+E004]')[0],
            view.refs('cell [icon=check]')[0],
          ]
        : [],
  },
  {
    name: 'icons that differ in style, marks beside texts, pieces on a board',
    html: page(
      `<p>${['solid', 'regular'].map((style) => `<i class="fa-${style} fa-star" ${style === 'regular' ? 'data-right' : ''}></i>`).join('')}</p>
       <ul><li><i class="fa-check"></i> Export</li><li data-right><i class="fa-xmark"></i> Import</li></ul>
       <div class="box" style="background: tan" data-right><img src="/queen.png" alt="" width="20" height="20"></div><div class="box" style="background: beige"></div>
       <div class="month-next" style="cursor: pointer; width: 20px" data-right><svg width="14" height="14"><path d="M0 0L9 9"/></svg></div>`,
      'i { display: inline-block; width: 16px; height: 16px }',
    ),
    solve: (view) => [
      view.refs('[icon="star regular"]')[0],
      view.refs('[icon=xmark]')[0],
      view.refs('[icon=queen] [color=tan]')[0],
      view.refs('[icon=month-next]')[0],
    ],
  },
  {
    name: 'words in a wide cell that listen alone',
    html: page(
      `<table><tr><td style="width: 400px"><span data-right>Buy</span></td></tr></table><ul><li><span data-right>Photos</span></li></ul>`,
    ),
    solve: (view) => [view.refs('"Buy"')[0], view.refs(': Photos')[0]],
  },
  {
    name: 'where the only circle is',
    html: page(
      `<svg width="150" height="120"><circle cx="81" cy="52" r="40" fill="none" stroke="black"/></svg>${buttons(['left', 'right'], 'right')}`,
    ),
    solve: (view) => {
      const [x = 0] = numbersIn(flagIn(view.all('[shape=circle]', '[size="80x80"]')[0] ?? '', 'at'));
      return [view.button(x > 75 ? 'right' : 'left')];
    },
  },
  {
    name: 'a counter with nothing between its signs, half hours of a calendar, a box among larger ones',
    html: page(
      `<p><b>-</b> <span class="count"> </span> <b data-right>+</b></p>
       <div class="hour"><div class="half" data-right></div><div class="half"></div></div>
       <div style="height: 90px"><div class="frame" style="width: 60px; height: 60px"></div><div class="frame" style="width: 25px; height: 25px" data-right></div></div>`,
      '.count { display: inline-block; min-width: 7px } .hour { width: 100px } .half { height: 20px } .half + .half { border-top: 1px dotted #999 } .frame { float: left; border: 1px solid }',
    ),
    solve: (view) => [
      view.refs(': "+"')[0],
      view.lines.filter((line) => /- generic \[ref=\w+\]$/.test(line)).map(refIn)[0],
      view.refs('[size="27x27"]')[0],
    ],
  },
  {
    name: 'the entry of a menu with the icon that a sentence shows',
    html: page(
      `<p>Choose the one with <span class="ui-icon ui-icon-disk"></span> on it.</p><ul role="menu"><li role="menuitem" tabindex="-1"><span class="ui-icon ui-icon-print"></span>Print</li>
       <li role="menuitem" tabindex="-1" data-right><span class="ui-icon ui-icon-disk"></span>Save</li></ul>`,
      '.ui-icon { display: inline-block; width: 16px; height: 16px; background: url(/sprite.png) }',
    ),
    solve: (view) =>
      view.all('[icon=print]').length > 0
        ? []
        : view.refs('menuitem', `[icon=${flagIn(view.all('generic [icon=')[0] ?? '', 'icon')}]`),
  },
  {
    name: 'a palette whose colors are styled by class and place, letters that are turned over',
    html: page(
      `<div>${['#e60000', '#ffffff', '#fffbeb'].map((color, at) => `<span role="button" tabindex="0" class="box ql-primary" style="background-color: ${color}" ${at === 1 ? 'data-right' : ''}></span>`).join('')}</div>
       <svg width="160" height="120">${[1, 2].map((number) => `<text x="${number * 40}" y="${number * 40}">${number}</text>`).join('')}</svg><button data-right>80,80</button><button>40,40</button>`,
    ),
    solve: (view) => [
      view.refs('button [color=white]')[0],
      view.button(flagIn(view.all(': "2"')[0] ?? '', 'at')),
    ],
  },
  {
    name: 'a drawing that needs a screenshot',
    html: page(`<canvas width="300" height="150" data-right></canvas>`),
    solve: (view) => view.refs('[picture="300x150, take a screenshot to see it"]'),
  },
];

const QUIET = `<!doctype html><title>quiet</title><style>.fa { display: inline-block; width: 16px; height: 16px; background: url(/star.png) } .line { height: 1px; background: #000 }
  .bar { height: 8px; background: #ddd } .bar i { display: block; width: 40%; height: 8px; background: blue } .check { display: inline-block; width: 16px; height: 16px; border: 1px solid; background: blue }</style>
  <a href="/a"><i class="fa fa-home"></i> Home</a><p><i class="fa fa-info"></i> A hint</p><button><svg width="16" height="16"><circle r="8" fill="red"/></svg> Record</button>
  <div class="line"></div><div role="progressbar" aria-label="Upload" aria-valuenow="40" class="bar"><i></i></div><label><input type="checkbox" style="opacity: 0"><span class="check"></span> Agree</label>
  <svg width="120" height="24"><path d="M0 0C9 9 9 9 20 20" fill="black"/><circle r="5" cx="9" cy="9"/></svg><div style="position: fixed; inset: 0; pointer-events: none; background: rgba(0, 0, 0, 0.3)"></div>`;

let server: FixtureServer;

beforeAll(async () => {
  server = await startServer({
    '/quiet': QUIET,
    ...Object.fromEntries(TASKS.map(({ html }, at) => [`/task/${at}`, html])),
    ...Object.fromEntries(
      [
        'star.png',
        'trash.png',
        'reply.png',
        'gear.png',
        'queen.png',
        'sprite.png',
        'menu.svg',
        'star.svg',
        'play.svg',
      ].map((file) => [`/${file}`, '']),
    ),
  });
});
afterAll(() => server.close());

describeBrowsers('pictures in words', (browser) => {
  it('solve small tasks by the view alone', async () => {
    const tab = await browser().newPage();
    try {
      const failed: string[] = [];
      for (const [at, task] of TASKS.entries()) {
        await tab.goto(`${server.origin}/task/${at}`);
        const why = await attempt(tab, task);
        if (why !== undefined) failed.push(`${task.name}: ${why}`);
      }
      expect(failed.join('\n')).toBe('');
    } finally {
      await tab.close();
    }
  });

  it('leave out what only decorates', async () => {
    const tab = await browser().newPage();
    try {
      await tab.goto(`${server.origin}/quiet`);
      const { text } = await tab.ariaSnapshotWithFrames();
      expect(text).not.toMatch(/\[(?:icon|color|shape|picture)=/);
      expect(text).toContain('- link "Home"');
    } finally {
      await tab.close();
    }
  });
});

/** Why it was not solved. */
async function attempt(tab: Page, task: Task): Promise<string | undefined> {
  const { text } = await tab.ariaSnapshotWithFrames();
  const refs = task.solve(new View(text));
  if (refs.length === 0 || refs.includes(undefined)) return `nothing to click in\n${text}`;
  for (const ref of refs) await tab.locatorFromRef(ref as string).click();
  const title = await tab.title();
  return title === 'solved' ? undefined : `${title} after ${refs.join(' ')} in\n${text}`;
}
