/** A capture without limits, and its rows as lines that a test can compare. */
import type { CaptureRequest, WireElement, WireRow } from '../../src/wire/rows.js';

export const CAPTURE: CaptureRequest = {
  maxDepth: 100_000,
  maxNodes: 1_000_000,
  timeBudget: 60_000,
  maxTextLength: 100_000,
  selectors: false,
  xpath: true,
  boxes: false,
  idAttributes: ['id', 'data-testid', 'data-test-id'],
  closedShadow: 'candidates',
};

export const isElementRow = (row: WireRow): row is WireElement => row.length > 2;

/** Rows as lines that a test can compare: `  button "Save" [states] = value: text`. */
export function outline(rows: readonly WireRow[]): string {
  return rows
    .map((row) => {
      const indent = '  '.repeat(row[0]);
      if (!isElementRow(row)) return `${indent}text: ${row[1]}`;
      const [, , , role, name, , more] = row;
      const states = Object.entries(more?.states ?? {}).map(
        ([key, value]) => ` [${key}${value === true ? '' : `=${value}`}]`,
      );
      const value = more?.value === undefined ? '' : ` = ${more.value}`;
      const text = more?.text === undefined ? '' : `: ${more.text}`;
      const cut = more?.cut
        ? ` (cut: ${more.cut.reason}${more.cut.count === undefined ? '' : ` ${more.cut.count}`})`
        : '';
      return `${indent}${role}${name === '' ? '' : ` ${JSON.stringify(name)}`}${states.join('')}${value}${text}${cut}`;
    })
    .join('\n');
}

/** The first row of an element with this name (and role). */
export function rowNamed(rows: readonly WireRow[], name: string, role?: string): WireElement {
  const row = rows
    .filter(isElementRow)
    .find((each) => each[4] === name && (role === undefined || each[3] === role));
  if (!row) throw new Error(`no row is named ${JSON.stringify(name)} in\n${outline(rows)}`);
  return row;
}
