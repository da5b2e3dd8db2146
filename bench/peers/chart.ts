/** The chart of the README: a group of bars for each row, scaled to its slowest. */
import { number, type Result, type ResultRow } from './report.js';

const SHOWN = [
  'cold',
  'navigate/spa',
  'navigate/table',
  'look/spa',
  'look/table',
  'look/huge',
  'changed/huge',
  'click',
  'type',
];

const COLORS: Record<string, string> = {
  sightline: '#0b7a75',
  'playwright-mcp': '#8a9ba8',
  'chrome-devtools-mcp': '#b0bec5',
  'agent-browser': '#cfb53b',
  floor: '#d7dde1',
};

const WIDTH = 860;
const LABEL = 250;
const BAR = 11;
const GAP = 14;
const ROOM_FOR_NUMBER = 80;

export function chart({ rows, contestants, machine, browsers, date }: Result): string {
  const shown = SHOWN.flatMap((id) => rows.filter((row) => row.id === id));
  const players = contestants.filter(({ id }) => id in COLORS);
  const height = 60 + shown.length * (players.length * BAR + GAP) + 24;
  const parts: string[] = [];
  let legendAt = 16;
  for (const { id, title, version } of players) {
    const label = `${title} ${version}`.trim();
    parts.push(rect(legendAt, 14, 10, 10, COLORS[id]), text(legendAt + 14, 23, label));
    legendAt += 26 + label.length * 6.4;
  }
  let y = 48;
  for (const row of shown) {
    const ids = players.map(({ id }) => id);
    parts.push(...group(row, ids, y));
    y += players.length * BAR + GAP;
  }
  parts.push(
    text(
      16,
      height - 10,
      `Medians in ms, shorter is better. ${date}; ${machine}; ${browsers.chromium ?? ''}`,
    ),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    '<title>Times of Sightline and its peers</title>',
    '<style>text { fill: #24292f } @media (prefers-color-scheme: dark) { text { fill: #d0d7de } }</style>',
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function group(row: ResultRow, ids: string[], top: number): string[] {
  const longest = Math.max(...ids.map((id) => row.cells[id]?.seen ?? 0));
  const room = WIDTH - LABEL - ROOM_FOR_NUMBER;
  return [
    text(16, top + (ids.length * BAR) / 2 + 4, row.title),
    ...ids.flatMap((id, index) => {
      const cell = row.cells[id];
      if (!cell) return [];
      const length = Math.max(1, (cell.seen / longest) * room);
      const y = top + index * BAR;
      return [
        rect(LABEL, y, length, BAR - 2, COLORS[id]),
        text(LABEL + length + 5, y + BAR - 3, number(cell.seen, row.unit)),
      ];
    }),
  ];
}

const rect = (x: number, y: number, width: number, height: number, color = '#999') =>
  `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" fill="${color}"/>`;

const text = (x: number, y: number, value: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}">${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`;
