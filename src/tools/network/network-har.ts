import { z } from 'zod';
import { fileLine, writeOutput } from '../../agent/files/output-file.js';
import { defineTool } from '../../agent/tool.js';
import type { NetworkEntry } from '../../page/log.js';
import type { Page } from '../../page/page.js';
import { packageVersion } from '../../version.js';
import * as inputs from '../support/inputs.js';
import { type HarEntry, type HarPage, harOf } from './har.js';

/** A body may be gone in the browser, or the request may never end. */
const BODY_TIMEOUT = 2_000;

export const networkHar = defineTool({
  name: 'browser_network_har',
  summary: 'Save network requests since the page loaded as a HAR file',
  input: {
    filename: z.string().optional().describe('Default: a new file'),
    all: z.boolean().optional().describe('Of all pages, since they opened'),
    bodies: z.boolean().optional().describe('With request and response bodies'),
    sensitive: z.boolean().optional().describe('With cookies and authorization headers'),
    page: inputs.page,
  },
  output: { file: z.string(), requests: z.number() },
  effect: 'read',
  cap: 'network',
  examples: [{ filename: 'shop.har', bodies: true }],
  async run({ filename, all = false, bodies = false, sensitive = false, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const pages: HarPage[] = [];
    for (const each of all ? agent.pages() : [page]) {
      const entries = all ? each.log.network : agent.watch(each).requests();
      pages.push({
        id: each.handle,
        title: each.url,
        entries: bodies ? await withBodies(each, entries, signal) : entries,
      });
    }
    const har = harOf(pages, { version: packageVersion(), browser: page.context.browser.version, sensitive });
    const name = filename ?? (await agent.workplace.output.newFile('network', 'har'));
    const file = await writeOutput(agent, name, `${JSON.stringify(har, null, 1)}\n`);
    const count = pages.reduce((sum, { entries }) => sum + entries.length, 0);
    const dropped = pages.length === 1 || all ? page.log.dropped.network : 0;
    return {
      page,
      result: [
        fileLine(`${count} requests`, file),
        ...(dropped > 0 ? [`The first ${dropped} requests of this page are no longer kept`] : []),
      ],
      data: { file, requests: count },
    };
  },
});

async function withBodies(
  page: Page,
  entries: readonly NetworkEntry[],
  signal: AbortSignal | undefined,
): Promise<HarEntry[]> {
  const limits = { timeout: BODY_TIMEOUT, ...(signal && { signal }) };
  // A body that is not kept any more is left out, as in other HAR files.
  const unlessGone = (body: Promise<Uint8Array | undefined>) => body.catch(() => undefined);
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.request.resourceType === 'websocket') return entry;
      return {
        ...entry,
        requestBody: await unlessGone(page.requestBody(entry.request.id, limits)),
        ...(entry.endedAt !== undefined && {
          responseBody: await unlessGone(page.responseBody(entry.request.id, limits)),
        }),
      };
    }),
  );
}
