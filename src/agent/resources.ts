/**
 * DOM, accessibility tree and screenshot of open pages and the files in the output folder (downloads, PDFs, …) as MCP
 * resources, for clients that can't read this machine's files. Reading a page captures it at that moment.
 */
import { isUtf8 } from 'node:buffer';
import { basename, extname } from 'node:path';
import { SightlineError } from '../errors.js';
import type { Page } from '../page/page.js';
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

const FILES = 'sightline://files/';
export const FILE_TEMPLATE = {
  uriTemplate: `${FILES}{name}`,
  name: 'file',
  title: 'A download or another file that a call has written to the output folder',
};
/** Bytes. The answer is one JSON text, a third longer. */
const MAX_FILE = 50_000_000;
const FILE_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.har': 'application/json',
  '.html': 'text/html',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.log': 'text/plain',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webm': 'video/webm',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zip': 'application/zip',
};
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml)$/;

const URI = /^sightline:\/\/pages\/(c\d+p\d+)\/([a-z.-]+)$/;
const MAX_PLACE = 100;

/** The resources of all pages that the agent sees. */
export function listResources(agent: Agent): Resource[] {
  return [...pageResources(agent), ...agent.workplace.output.files.map(fileResource)];
}

function fileResource(path: string): Resource {
  const name = basename(path);
  return { uri: `${FILES}${encodeURIComponent(name)}`, name, title: oneLine(name), mimeType: typeOf(path) };
}

function typeOf(path: string): string {
  return FILE_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';
}

async function readOutput(agent: Agent, uri: string): Promise<ResourceContent> {
  const path = agent.workplace.output.files.find((each) => fileResource(each).uri === uri);
  if (path === undefined)
    throw new SightlineError('bad-argument', `There is no resource ${quote(uri, 200)}`, {
      hint: 'resources/list has the files that exist.',
    });
  const data = await agent.files.read(path, MAX_FILE, "Use the file itself, on the server's machine.");
  const mimeType = typeOf(path);
  const text = TEXT_TYPE.test(mimeType) && isUtf8(data) ? data.toString() : undefined;
  return text === undefined
    ? { uri, mimeType, data }
    : { uri, mimeType, text: agent.host.secrets.mask(text) };
}

function pageResources(agent: Agent): Resource[] {
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
  if (uri.startsWith(FILES)) return agent.lock(() => readOutput(agent, uri));
  const [, handle, name] = URI.exec(uri) ?? [];
  if (handle === undefined || !isFile(name))
    throw new SightlineError('bad-argument', `There is no resource ${quote(uri, 200)}`, {
      hint: `The form is ${RESOURCE_TEMPLATE.uriTemplate}, with a page such as c0p0 and one of ${Object.keys(KINDS).join(', ')}.`,
    });
  const { mimeType } = KINDS[name];
  // Waits for a running action to end.
  return agent.lock(async () => {
    const page = agent.pageAt(handle);
    assertReadable(agent, page);
    if (name === 'screenshot.png') return { uri, mimeType, data: await page.screenshot() };
    const { dom, tree } = await page.texts({ ...(signal && { signal }) });
    return { uri, mimeType, text: agent.host.secrets.mask(name === 'dom.html' ? dom : tree) };
  });
}

/** A page that no tool may read is not a resource either. */
function assertReadable({ host: { policy } }: Agent, page: Page): void {
  const frames = page.frames().map(({ url }) => url);
  const decision = policy?.decide({
    tool: 'browser_snapshot',
    effect: 'read',
    urls: [page.url],
    frames,
    words: [],
  });
  if (decision && decision.verdict !== 'allow')
    throw new SightlineError('not-allowed', `Reading ${page.handle} is not allowed by ${decision.because}`);
}

const isFile = (name: string | undefined): name is File => name !== undefined && Object.hasOwn(KINDS, name);
