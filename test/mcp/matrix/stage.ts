/** What a case is written with: a client, a page that shows the widgets in one place, and the observer. */
import { expect } from 'vitest';
import type { McpClient, Reply } from '../../support/mcp-client.js';
import type { Observer, Place } from './widgets.js';

let pages = 0;

export class Stage {
  readonly mcp: McpClient;
  readonly observer: Observer;
  readonly place: Place;
  /** The page's handle: clients without a session have no last page, so every call names its own. */
  readonly page: string;
  /** A page that was closed, and a ref on it. */
  readonly closed: { page: string; ref: string; context: string };
  /** What files may be given from. */
  readonly folder: string;
  #id = '';
  #view = '';

  constructor(made: Pick<Stage, 'mcp' | 'observer' | 'place' | 'page' | 'closed' | 'folder'>) {
    this.mcp = made.mcp;
    this.observer = made.observer;
    this.place = made.place;
    this.page = made.page;
    this.closed = made.closed;
    this.folder = made.folder;
  }

  get id(): string {
    return this.#id;
  }

  /** An address with the widgets that has not been seen yet. */
  fresh(path?: 'one' | 'two'): { id: string; url: string } {
    const id = `page${++pages}`;
    return { id, url: this.observer.address(this.place, id, path) };
  }

  /** The widgets anew. */
  async start(): Promise<void> {
    const { id, url } = this.fresh();
    this.#id = id;
    await this.call('browser_navigate', { url });
    await this.told(/^shown/);
  }

  /** A call on this stage's page that has to work. */
  async call(tool: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await this.mcp.call(tool, { page: this.page, ...args });
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    this.#view = reply.section('Snapshot') ?? this.#view;
    return reply;
  }

  /** The ref of a widget, by its name, from what the calls have shown. */
  async ref(name: string): Promise<string> {
    const inLast = refIn(this.#view, name);
    if (inLast !== undefined) return inLast;
    const { text } = await this.call('browser_snapshot');
    const found = refIn(text, name);
    if (found === undefined) throw new Error(`no "${name}" in:\n${text}`);
    return found;
  }

  /** Waits until the document with the widgets has told this. */
  told(what: RegExp): Promise<RegExpExecArray> {
    return this.observer.told(this.#id, this.place, what);
  }

  /** What the document itself calls its token or its colour. */
  async truth(what: 'token' | 'colour'): Promise<string> {
    return (await this.told(new RegExp(`^${what} (.*)`)))[1] ?? '';
  }

  /** Nothing may have come of it: nothing that the document told before the fence, which comes after it. */
  async nothingHappens(run: () => Promise<void>): Promise<void> {
    const before = this.observer.of(this.#id).length;
    await run();
    const fence = `fence ${before}`;
    await this.call('browser_evaluate', {
      function: `() => { tell(${JSON.stringify(fence)}); }`,
      target: await this.ref('Press'),
    });
    await this.told(new RegExp(`^${fence}$`));
    expect(
      this.observer
        .of(this.#id)
        .slice(before)
        .map(({ what }) => what),
    ).toEqual([fence]);
  }
}

function refIn(view: string, name: string): string | undefined {
  const line = view.split('\n').find((each) => each.includes(`"${name}"`));
  return /\[ref=([a-z0-9]+)\]/.exec(line ?? '')?.[1];
}
