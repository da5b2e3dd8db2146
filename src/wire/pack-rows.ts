/**
 * The transport form of rows. A browser takes longer per character to transfer a text than to write it, so what
 * rows repeat is sent once: each combination of tag, role, flags and fields, the states, the origin of URLs. The
 * rest is one flat list: for each row its kind, its depth and, for an element, its number as a difference and its
 * fields.
 */
import type { States } from '../tree/node.js';
import { originOf } from '../tree/url.js';
import type { WireElement, WireMore, WireRow } from './rows.js';

type Field = 'name' | keyof WireMore;

type Kind = [tag: string, role: string, flags: number, ...fields: Field[]];

type Cell = number | NonNullable<WireMore[keyof WireMore]>;

export interface PackedRows {
  kinds: Kind[];
  states: States[];
  cells: Cell[];
}

/** In place of a kind; kinds of elements count from 1. */
const TEXT = 0;

/** `url`: the document's URL. */
export function packRows(rows: readonly WireRow[], url: string): PackedRows {
  const origin = originOf(url);
  const kinds = new Kinds();
  const states = new Map<string, number>();
  const cells: Cell[] = [];
  let last = 0;
  for (const row of rows) {
    if (isTextRow(row)) {
      cells.push(TEXT, row[0], row[1]);
      continue;
    }
    const kindAt = cells.push(TEXT, row[0], row[1] - last) - 3;
    last = row[1];
    let kind = kinds.of(row);
    if (row[4] !== '') {
      kind = kind.with('name');
      cells.push(row[4]);
    }
    const more = row[6];
    if (more)
      for (const key in more) {
        const field = key as keyof WireMore; // it has no others
        const value = more[field];
        if (value === undefined) continue;
        kind = kind.with(field);
        if (field === 'states') cells.push(indexOf(states, JSON.stringify(value)));
        else if (field === 'url')
          cells.push(packUrl(value as string, origin)); // as `WireMore` says
        else cells.push(value);
      }
    cells[kindAt] = kinds.number(kind);
  }
  return { kinds: kinds.list, states: [...states.keys()].map((text) => JSON.parse(text) as States), cells };
}

export function unpackRows({ kinds, states, cells }: PackedRows, url: string): WireRow[] {
  const origin = originOf(url);
  const rows: WireRow[] = [];
  let number = 0;
  for (let at = 0; at < cells.length; ) {
    const kind = kinds[(cells[at++] as number) - 1];
    const depth = cells[at++] as number; // each cell is what `packRows` put there
    if (!kind) {
      rows.push([depth, cells[at++] as string]);
      continue;
    }
    number += cells[at++] as number;
    const row: WireElement = [depth, number, kind[0], kind[1], '', kind[2]];
    let field = 3;
    if (kind[field] === 'name') {
      row[4] = cells[at++] as string;
      field++;
    }
    if (field < kind.length) {
      const more: Record<string, unknown> = {};
      for (; field < kind.length; field++) {
        const name = kind[field] as Field; // the ones before it are no fields
        const value = cells[at++];
        if (name === 'states') more.states = states[value as number];
        else more[name] = name === 'url' ? unpackUrl(value as string, origin) : value;
      }
      row[6] = more as WireMore;
    }
    rows.push(row);
  }
  return rows;
}

function isTextRow(row: WireRow): row is Exclude<WireRow, WireElement> {
  return typeof row[1] === 'string';
}

/** A kind, or a prefix of kinds with more fields. */
class Step {
  readonly path: readonly (string | number)[];
  readonly #next = new Map<string | number, Step>();
  /** 0: no row has this kind yet. */
  number = 0;

  constructor(path: readonly (string | number)[]) {
    this.path = path;
  }

  with(part: string | number): Step {
    let next = this.#next.get(part);
    if (!next) {
      next = new Step([...this.path, part]);
      this.#next.set(part, next);
    }
    return next;
  }
}

class Kinds {
  readonly list: Kind[] = [];
  readonly #first = new Step([]);

  of(row: WireElement): Step {
    return this.#first.with(row[2]).with(row[3]).with(row[5]);
  }

  number(kind: Step): number {
    if (kind.number === 0) kind.number = this.list.push(kind.path as unknown as Kind); // tag, role and flags came first
    return kind.number;
  }
}

function indexOf(known: Map<string, number>, text: string): number {
  let index = known.get(text);
  if (index === undefined) {
    index = known.size;
    known.set(text, index);
  }
  return index;
}

/** A browser's URL starts with its scheme; one that looks like a packed URL is marked as literal. */
const AS_IT_IS = '=';

function packUrl(url: string, origin: string | undefined): string {
  if (origin !== undefined && url.startsWith(origin) && url[origin.length] === '/')
    return url.slice(origin.length);
  return url.startsWith('/') || url.startsWith(AS_IT_IS) ? AS_IT_IS + url : url;
}

function unpackUrl(packed: string, origin = ''): string {
  if (packed.startsWith('/')) return origin + packed;
  return packed.startsWith(AS_IT_IS) ? packed.slice(AS_IT_IS.length) : packed;
}
