/**
 * What has been captured of a frame. Numbers of elements count on across its documents, so that no ref ever gets
 * another meaning.
 */
import type { KnownText } from '../../tree/diff/text-change.js';
import type { FrameTree } from '../../wire/inflate.js';
import type { KnownRows } from '../../wire/row-change.js';
import type { Captured, WireElement, WireRow } from '../../wire/rows.js';

/**
 * Captures whose rows are kept to say what a dead ref was: the last views of this document and the previous one.
 */
const REMEMBERED_CAPTURES = 4;

/** What was read of one frame. */
export interface FrameReply extends Omit<Captured, 'rows' | 'dom'> {
  rows: readonly WireRow[];
  dom: string;
}

export interface LastCapture {
  reply: FrameReply;
  /** How often the browser had computed styles and layout by then; undefined where that is not known. */
  computed: number | undefined;
}

export class FrameMemory {
  /** The number of the next new element. */
  nextElement = 1;
  /** The last DOM text of this document, as received from the page. */
  dom: KnownText | undefined;
  /** Its rows likewise, and the tree built from them. */
  rows: KnownRows | undefined;
  tree: FrameTree | undefined;
  /** The last capture of this document. */
  last: LastCapture | undefined;
  #captures: (readonly WireRow[])[] = [];

  /** Records what a capture showed. */
  remember(rows: readonly WireRow[]): void {
    if (rows === this.#captures[0]) return;
    this.#captures = [rows, ...this.#captures].slice(0, REMEMBERED_CAPTURES);
  }

  /** What an element was when last shown. */
  lastShown(element: number): { role: string; name: string } | undefined {
    for (const rows of this.#captures) {
      const row = rows.find((each): each is WireElement => each[1] === element);
      if (row) return { role: row[3], name: row[4] };
    }
    return undefined;
  }

  /** Whether the document in an iframe was of this origin when it was last captured. */
  isSameOrigin(iframe: number): boolean {
    const row = this.rows?.rows.find((each): each is WireElement => each[1] === iframe);
    return row?.[6]?.crossOrigin === false;
  }

  /** Whether a number was given to an element of this frame, in any of its documents. */
  hasGiven(element: number): boolean {
    return element < this.nextElement;
  }

  newDocument(): void {
    this.#captures = this.#captures.slice(0, 1);
    this.#forgetDocument();
  }

  detach(): void {
    this.#captures = [];
    this.#forgetDocument();
  }

  #forgetDocument(): void {
    this.dom = undefined;
    this.rows = undefined;
    this.tree = undefined;
    this.last = undefined;
  }
}
