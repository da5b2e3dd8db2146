/** Collects a text piece by piece. */
export interface Out {
  add(piece: string): void;
}

/** A short text. */
export class Line implements Out {
  text = '';

  add(piece: string): void {
    this.text += piece;
  }
}

const SIZE = 1024;

/**
 * A long text. Concatenation leaves one string per piece until the text is read, and each time that garbage fills
 * its space, the collector copies what the walk holds. Here only the pieces and the text are allocated.
 */
export class Pieces implements Out {
  /** Fixed size: an array that grows and shrinks is garbage too. */
  readonly #pieces = new Array<string>(SIZE).fill('');
  readonly #texts: string[] = [];
  #count = 0;

  add(piece: string): void {
    this.#pieces[this.#count++] = piece;
    if (this.#count === SIZE) this.#flush();
  }

  toString(): string {
    this.#pieces.fill('', this.#count);
    this.#flush();
    return this.#texts.join('');
  }

  #flush(): void {
    this.#texts.push(this.#pieces.join(''));
    this.#count = 0;
  }
}
