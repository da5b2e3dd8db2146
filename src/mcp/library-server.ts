/** The MCP server for programs that already have a browser, such as a Playwright or Puppeteer page. */
import type { Server } from '@modelcontextprotocol/server';
import { SightlineError } from '../errors.js';
import { Browser } from '../page/browser.js';
import { Context } from '../page/context.js';
import { Page } from '../page/page.js';

export interface ServerOptions {
  /** What agents use. A page is the default page of calls without `page`. The server does not close it. */
  browser: Browser | Context | Page;
  /** Tool groups to turn on: see docs/tools.md. */
  caps?: readonly string[];
  /** Folder for page state and for files that agents use. Default: the working folder, without page state. */
  workspace?: string;
}

/** Returns a server for any transport of `@modelcontextprotocol/server`. Closing it leaves the browser open. */
export async function createServer({ browser: given, caps = [], workspace }: ServerOptions): Promise<Server> {
  const browser = browserOf(given);
  // Loaded on use, so that programs without a server don't pay for it.
  const [
    { Agent },
    { callsOf },
    { Host },
    { TOOLS },
    { Serving },
    { createServer: serve },
    { packageVersion },
  ] = await Promise.all([
    import('../agent/agent.js'),
    import('./calls.js'),
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
  const calls = callsOf(new Serving({ host }), agent);
  const server = serve({ version: packageVersion(), fencesPageText: host.fencesPageText }, () => calls);
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
  throw new SightlineError('bad-argument', 'createServer needs a Sightline browser, context or page', {
    hint: 'Make one with launch, connect, fromPlaywright or fromPuppeteer.',
  });
}
