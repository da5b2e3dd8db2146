/** What can be read of every open page, as files of its state are named: its DOM, its tree and a picture of it. */
import { SightlineError } from '../errors.js';
import type { Page } from '../page/page.js';
import { quote } from '../tree/quote.js';
import { renderTree } from '../tree/render.js';
import type { Session } from './session.js';
import { oneLine } from './text-line.js';

export interface PageResource {
  /** `sightline://c0p1/dom.html` */
  uri: string;
  name: string;
  /** Which page that is. */
  description: string;
  mimeType: string;
}

export type ResourceContent = { mimeType: string } & ({ text: string } | { bytes: Uint8Array });

export const RESOURCE_KINDS = {
  'dom.html': { mimeType: 'text/html', what: 'DOM with refs' },
  'accessibility-tree.yaml': { mimeType: 'application/yaml', what: 'Accessibility tree, whole' },
  'screenshot.png': { mimeType: 'image/png', what: 'Picture of what is in view' },
} as const;

type Kind = keyof typeof RESOURCE_KINDS;

const SCHEME = 'sightline://';
const MAX_URL = 300;

export function listResources(session: Session): PageResource[] {
  return session.pages().flatMap((page) =>
    Object.entries(RESOURCE_KINDS).map(([name, { mimeType, what }]) => ({
      uri: `${SCHEME}${page.handle}/${name}`,
      name: `${page.handle}/${name}`,
      description: session.secrets.mask(`${what}: ${oneLine(page.url, MAX_URL)}`),
      mimeType,
    })),
  );
}

export function resourceTemplates(): {
  uriTemplate: string;
  name: string;
  description: string;
  mimeType: string;
}[] {
  return Object.entries(RESOURCE_KINDS).map(([name, { mimeType, what }]) => ({
    uriTemplate: `${SCHEME}{page}/${name}`,
    name,
    description: `${what}; page is a handle such as c0p0`,
    mimeType,
  }));
}

/** As the page is now. Undefined where no address of that kind exists. */
export async function readResource(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<ResourceContent | undefined> {
  const [, handle = '', name = ''] = /^sightline:\/\/([^/]+)\/([^/]+)$/.exec(uri) ?? [];
  if (!isKind(name)) return undefined;
  return session.lock(async () => {
    const page = session.pageAt(handle);
    const { mimeType } = RESOURCE_KINDS[name];
    if (name === 'screenshot.png')
      return { mimeType, bytes: await page.screenshot({ format: 'png', signal }) };
    return { mimeType, text: session.secrets.mask(await textOf(page, name, signal)) };
  });
}

async function textOf(
  page: Page,
  name: Exclude<Kind, 'screenshot.png'>,
  signal: AbortSignal,
): Promise<string> {
  const { dom, json } = await page.ariaSnapshotWithFrames({ dom: name === 'dom.html', signal });
  if (name === 'accessibility-tree.yaml') return `${renderTree(json.root, { url: json.url })}\n`;
  if (dom === undefined)
    throw new SightlineError('snapshot-failed', `The DOM of ${quote(page.handle, 20)} was not captured`);
  return dom;
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(RESOURCE_KINDS, name);
}
