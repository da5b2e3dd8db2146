/** Writes the results as JSON, as a table and as a chart. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chart } from './chart.js';

const FOLDER = fileURLToPath(new URL('../../docs/bench/', import.meta.url));
const README = fileURLToPath(new URL('../../README.md', import.meta.url));

export interface Cell {
  /** Medians. */
  answer: number;
  seen: number;
}

export interface ResultRow {
  id: string;
  title: string;
  unit: 'ms' | 'MiB' | 'tokens';
  /** By the id of the contestant; absent where it failed or has none. */
  cells: Record<string, Cell>;
  /** Why a cell is absent. */
  failures?: Record<string, string>;
}

export interface Result {
  date: string;
  machine: string;
  browsers: Record<string, string>;
  contestants: { id: string; title: string; version: string }[];
  rows: ResultRow[];
}

export function writeResult(result: Result): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}peers.json`, `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(`${FOLDER}peers.md`, markdown(result));
  writeFileSync(`${FOLDER}peers.svg`, chart(result));
  const readme = readFileSync(README, 'utf8');
  writeFileSync(README, readme.replace(/(<!-- bench -->\n).*?(<!-- \/bench -->)/s, `$1${shown(result)}$2`));
}

/** For the README. */
function shown({ date, machine, browsers }: Result): string {
  return `![Times of Sightline and its peers](docs/bench/peers.svg)

Measured on ${date}: ${machine}; ${Object.values(browsers).join(', ')}. [All rows](docs/bench/peers.md)
`;
}

function markdown({ date, machine, browsers, contestants, rows }: Result): string {
  const heads = contestants.map(({ title, version }) => `${title}${version === '' ? '' : ` ${version}`}`);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const failures = rows.flatMap(({ title, failures: why = {} }) =>
    Object.entries(why).map(([id, reason]) => `- ${title}, ${id}: ${reason}`),
  );
  return [
    '# Speed, side by side',
    '',
    '`npm run bench:peers` wrote this file. All contestants run in turns on the same pages, each as it is shipped; the',
    'peers come from npm into a temporary folder. Times are medians in milliseconds, measured by the same MCP client.',
    '',
    `${date}; ${machine}; ${Object.values(browsers).join(', ')}`,
    '',
    line(['', ...heads]),
    line(['---', ...heads.map(() => '---:')]),
    ...rows.map((row) => line([row.title, ...contestants.map(({ id }) => written(row, id))])),
    '',
    'A time counts until what was asked for could be read in an answer. Where the first answer did not have it, another',
    'call followed, and the time of the first answer alone is in parentheses. The floor is what the browser itself needs',
    'over its bare protocol: it loads the page, and reads the style and the box of every element once.',
    ...(failures.length === 0 ? [] : ['', 'Not measured:', '', ...failures]),
    '',
  ].join('\n');
}

function written({ unit, cells }: ResultRow, id: string): string {
  const cell = cells[id];
  if (!cell) return '–';
  const seen = number(cell.seen, unit);
  return cell.seen > cell.answer * 1.05 ? `${seen} (${number(cell.answer, unit)})` : seen;
}

export const number = (value: number, unit: ResultRow['unit'] = 'ms'): string =>
  unit === 'ms' && value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US');
