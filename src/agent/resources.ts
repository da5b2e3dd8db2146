/**
 * DOM, accessibility tree and screenshot of open pages as MCP resources, for clients that can't read this machine's
 * files. Reading one captures the page at that moment.
 */
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import type { Agent } from './agent.js';
import { oneLine } from './text-line.js';

export interface Resource {
  uri: string;
  name: string;
  title: string;
  mimeType: string;
}

export type ResourceContent = { uri: string; mimeType: string } & ({ text: string } | { data: Uint8Array });

const KINDS = {
  'dom.html': { title: 'DOM', mimeType: 'text/html' },
  'accessibility-tree.yaml': { title: 'Accessibility tree', mimeType: 'application/yaml' },
  'screenshot.png': { title: 'Screenshot', mimeType: 'image/png' },
} as const;

type File = keyof typeof KINDS;

/** For clients that know a page handle. */
export const RESOURCE_TEMPLATE = {
  uriTemplate: 'sightline://pages/{page}/{file}',
  name: 'page',
  title: `A page as ${Object.keys(KINDS).join(', ')}`,
};

const URI = /^sightline:\/\/pages\/(c\d+p\d+)\/([a-z.-]+)$/;
const MAX_PLACE = 100;

/** The resources of all pages that the agent sees. */
export function listResources(agent: Agent): Resource[] {
  return agent.pages().flatMap((page) =>
    Object.entries(KINDS).map(([file, { title, mimeType }]) => ({
      uri: `sightline://pages/${page.handle}/${file}`,
      name: `${page.handle}/${file}`,
      title: agent.host.secrets.mask(`${title} of ${oneLine(page.url, MAX_PLACE)}`),
      mimeType,
    })),
  );
}

export function readResource(agent: Agent, uri: string, signal?: AbortSignal): Promise<ResourceContent> {
  const [, handle, name] = URI.exec(uri) ?? [];
  if (handle === undefined || !isFile(name))
    throw new SightlineError('bad-argument', `There is no resource ${quote(uri, 200)}`, {
      hint: `The form is ${RESOURCE_TEMPLATE.uriTemplate}, with a page such as c0p0 and one of ${Object.keys(KINDS).join(', ')}.`,
    });
  const { mimeType } = KINDS[name];
  // Waits for a running action to end.
  return agent.lock(async () => {
    const page = agent.pageAt(handle);
    if (name === 'screenshot.png') return { uri, mimeType, data: await page.screenshot() };
    const { dom, tree } = await page.texts({ ...(signal && { signal }) });
    return { uri, mimeType, text: agent.host.secrets.mask(name === 'dom.html' ? dom : tree) };
  });
}

const isFile = (name: string | undefined): name is File => name !== undefined && Object.hasOwn(KINDS, name);
