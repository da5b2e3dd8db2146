/** What a case uses: a client, a page that shows the widgets in one place, and the observer. */
import { expect } from 'vitest';
import type { McpClient, Reply } from '../../support/mcp-client.js';
import { newTab } from './case.js';
import type { Observer, Place } from './widgets.js';

let pages = 0;

export interface Site {
  readonly host: string;
  /** Runs a statement in a document of the site, which then reports its cookies. */
  run(code: string): Promise<string>;
}

export class Stage {
  readonly mcp: McpClient;
  readonly observer: Observer;
  readonly place: Place;
  /** The page's handle: clients without a session have no current page, so every call names its own. */
  readonly page: string;
  /** A closed page, and a ref on it. */
  readonly closed: { page: string; ref: string; context: string };
  /** The folder that files may come from. */
  readonly folder: string;
  #id = '';
  /** Refs of widgets by name, as long as the document is the same. */
  readonly #refs = new Map<string, string>();
  /** The number of the document's first report since the case began. */
  #from = 0;
  /** The document is still the last case's, which left nothing that `reset` cannot undo. */
  #reusable = false;
  #site: Promise<Site> | undefined;

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

  /** A new URL with the widgets. */
  fresh(path?: 'one' | 'two'): { id: string; url: string } {
    const id = `page${++pages}`;
    return { id, url: this.observer.address(this.place, id, path) };
  }

  /** The widgets in their initial state: a new document only if the last one cannot be reused. */
  async start(): Promise<void> {
    const reusable = this.#reusable;
    this.#reusable = false;
    if (reusable) {
      const { data } = await this.call('browser_evaluate', {
        function: '() => reset()',
        target: await this.ref('Press'),
      });
      this.#from = Number(data?.result);
      // What a script put back has not been seen yet.
      await this.call('browser_snapshot');
      return;
    }
    const { id, url } = this.fresh();
    this.#id = id;
    this.#from = 0;
    this.#refs.clear();
    await this.call('browser_navigate', { url });
    await this.told(/^shown/);
    await this.truth('token');
    await this.truth('colour');
    await this.told(/^cookie/);
  }

  /** A case has succeeded, and the page still shows its document. */
  keep(): void {
    this.#reusable = true;
  }

  /** A call on this stage's page that must succeed. */
  async call(tool: string, args: Record<string, unknown> = {}): Promise<Reply> {
    const reply = await this.mcp.call(tool, { page: this.page, ...args });
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    return reply;
  }

  /** The ref of a widget, by its name. */
  async ref(name: string): Promise<string> {
    const known = this.#refs.get(name);
    if (known !== undefined) return known;
    const { text } = await this.call('browser_snapshot');
    for (const [, found = '', ref = ''] of text.matchAll(/"([^"\n]*)"[^\n]*?\[ref=([a-z0-9]+)\]/g))
      this.#refs.set(found, ref);
    const ref = this.#refs.get(name);
    if (ref === undefined) throw new Error(`no "${name}" in:\n${text}`);
    return ref;
  }

  /** Waits until the widgets' document has reported this. */
  told(what: RegExp): Promise<RegExpExecArray> {
    return this.observer.told(this.#id, this.place, what, this.#from);
  }

  /** What it has reported since the case began. */
  heard(): string[] {
    return this.observer
      .of(this.#id)
      .filter(({ place, at }) => place === this.place && at >= this.#from)
      .map(({ what }) => what);
  }

  /** The document's own token or color. */
  async truth(what: 'token' | 'colour'): Promise<string> {
    return (await this.observer.told(this.#id, this.place, new RegExp(`^${what} (.*)`)))[1] ?? '';
  }

  /** A separate page of the widgets' site: a frame does not see all cookies of its site. */
  site(): Promise<Site> {
    this.#site ??= this.#openSite();
    return this.#site;
  }

  async #openSite(): Promise<Site> {
    const { mcp, observer } = this;
    const { id, url } = this.fresh();
    const host = this.place === 'main frame' ? '127.0.0.1' : 'localhost';
    const page = await newTab(this, `http://${host}:${new URL(url).port}/one?id=${id}`);
    let said = 0;
    return {
      host,
      async run(code) {
        const what = `says ${++said} `;
        const reply = await mcp.call('browser_evaluate', {
          page,
          function: `() => { ${code}; tell(${JSON.stringify(what)} + document.cookie); }`,
        });
        expect(reply.isError, reply.text).toBe(false);
        return (await observer.told(id, 'main frame', new RegExp(`^${what}(.*)`)))[1] ?? '';
      },
    };
  }

  /** Asserts no effect: the document reported nothing before the marker that follows. */
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
