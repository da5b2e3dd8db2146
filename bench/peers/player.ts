/** What every contestant can do, so that one script measures all of them. */
export interface Player {
  /** Milliseconds from the start of its process until it takes calls. */
  readonly ready: number;
  /** Loads a page. Returns the answer. */
  open(url: string): Promise<string>;
  /** Shows the page. */
  look(): Promise<string>;
  click(name: string): Promise<string>;
  /** Replaces the text of a field. */
  type(name: string, text: string): Promise<string>;
  /** Changes one cell in the middle of the page, by script. */
  change(): Promise<void>;
  /** The answer to `tools/list`. */
  tools?(): Promise<string>;
  /** Resident memory of its own processes, without the browser; undefined for the floor. */
  memory?(): number;
  close(): Promise<void>;
}

export interface Contestant {
  /** The key in the JSON. */
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly browser: 'chromium' | 'firefox';
  start(): Promise<Player>;
}

/** Changes one cell: an expression for the tools that evaluate one. */
export const CHANGE = `(() => {
  const cells = document.querySelectorAll('td:nth-child(4), p');
  const cell = cells[cells.length >> 1];
  if (cell) cell.textContent = 'changed ' + Math.random();
})()`;
