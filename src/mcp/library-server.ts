/** The MCP server for programs that have a browser already: their own launch, or a page of Playwright's or Puppeteer's. */
import type { Server } from '@modelcontextprotocol/server';
import { SightlineError } from '../errors.js';
import { Browser } from '../page/browser.js';
import { Context } from '../page/context.js';
import { Page } from '../page/page.js';

export interface ServerOptions {
  /** What agents work on; a page is the one that calls without a `page` are about. It is not closed with the server. */
  browser: Browser | Context | Page;
  /** Groups of tools beyond the usual ones: see docs/tools.md. */
  caps?: readonly string[];
  /** Where the state of pages is written, and the folder that files are kept to. Default: the working directory, no state. */
  workspace?: string;
}

/** A server to connect to a transport of `@modelcontextprotocol/server`. Closing that leaves the browser open. */
export async function createServer({ browser: given, caps = [], workspace }: ServerOptions): Promise<Server> {
  const browser = browserOf(given);
  // Programs that only use the library don't pay for the server.
  const [{ Agent }, { Host }, { TOOLS }, { Serving }, { createServer: serve }, { packageVersion }] =
    await Promise.all([
      import('../agent/agent.js'),
      import('../agent/host.js'),
      import('../tools/index.js'),
      import('./serving.js'),
      import('./server.js'),
      import('../version.js'),
    ]);
  const host = new Host({
    open: async () => browser,
    joins: true,
    keepsBrowser: true,
    root: workspace ?? process.cwd(),
    tools: TOOLS.filter(({ cap }) => cap === undefined || caps.includes(cap)),
    ...(workspace !== undefined && { state: { flag: workspace } }),
  });
  await host.browser();
  const agent = new Agent(host);
  if (given instanceof Page) agent.select(given);
  const server = serve(new Serving({ host, version: packageVersion() }), agent);
  const closed = server.onclose;
  server.onclose = () => {
    closed?.();
    void agent.end().then(() => host.end());
  };
  return server;
}

function browserOf(given: Browser | Context | Page): Browser {
  if (given instanceof Browser) return given;
  if (given instanceof Context) return given.browser;
  if (given instanceof Page) return given.context.browser;
  throw new SightlineError('bad-argument', 'createServer needs a browser, context or page of Sightline', {
    hint: 'Make one with launch, connect, fromPlaywright or fromPuppeteer.',
  });
}
