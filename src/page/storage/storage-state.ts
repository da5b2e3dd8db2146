/**
 * What a context keeps between visits, in the format of Playwright's storage state files: cookies, and local
 * storage by origin. Reaching an origin's storage needs a document of that origin: if none is open, a hidden page
 * loads an empty document of ours.
 */

import type { Cookie, NewCookie } from '../../driver/context-settings.js';
import { quote } from '../../tree/quote.js';

export type { Cookie } from '../../driver/context-settings.js';

import type { ContextId, Driver, DriverPage } from '../../driver/driver.js';
import { isSightlineError, SightlineError } from '../../errors.js';
import type { RequestOf } from '../../wire/api.js';
import { type StorageItems, type StoringFrame, useStorage, useStorageOf } from './web-storage.js';

export interface StorageState {
  cookies: Cookie[];
  origins: OriginStorage[];
}

export interface OriginStorage {
  origin: string;
  localStorage: { name: string; value: string }[];
}

interface StoringContext {
  readonly id: ContextId;
  readonly browser: {
    readonly driver: Pick<Driver, 'intercept'>;
    withHiddenPage(context: StoringContext, run: (page: DriverPage) => Promise<void>): Promise<void>;
  };
  pages(): { url: string; mainFrame: StoringFrame }[];
  origins(): string[];
  cookies(): Promise<Cookie[]>;
  addCookies(cookies: NewCookie[]): Promise<void>;
  clearCookies(): Promise<number>;
}

/** The context's cookies, and the local storage of the origins that its pages have shown. */
export async function saveStorageState(context: StoringContext): Promise<StorageState> {
  const cookies = await context.cookies();
  const origins: OriginStorage[] = [];
  await withDocuments(context, context.origins(), async (origin, use) => {
    const items = await use({ kind: 'local' });
    if (items.length > 0)
      origins.push({ origin, localStorage: items.map(([name, value]) => ({ name, value })) });
  });
  return { cookies, origins };
}

/** Replaces cookies and local storage of the context. */
export async function loadStorageState(
  context: StoringContext,
  { cookies, origins }: StorageState,
): Promise<void> {
  await context.clearCookies();
  await context.addCookies(cookies);
  const wanted = new Map(origins.map(({ origin, localStorage }) => [origin, localStorage]));
  await withDocuments(
    context,
    [...new Set([...context.origins(), ...wanted.keys()])],
    async (origin, use) => {
      const set = (wanted.get(origin) ?? []).map(({ name, value }): [string, string] => [name, value]);
      await use({ kind: 'local', wipe: true, set });
    },
  );
}

/** Validates a value from a file or another unchecked source. */
export function storageStateOf(value: unknown): StorageState {
  const { cookies = [], origins = [] } = record(value, 'the storage state');
  return {
    cookies: list(cookies, 'cookies').map((each) => {
      const cookie = record(each, 'a cookie');
      for (const name of ['name', 'value', 'domain']) text(cookie[name], `${name} of a cookie`);
      return { ...COOKIE, ...cookie } as Cookie; // the browser validates the rest
    }),
    origins: list(origins, 'origins').map((each) => {
      const { origin, localStorage = [] } = record(each, 'an origin');
      return {
        origin: httpOrigin(text(origin, 'origin')),
        localStorage: list(localStorage, 'localStorage').map((item) => {
          const { name, value: kept } = record(item, 'an item of localStorage');
          return { name: text(name, 'name of an item'), value: text(kept, 'value of an item') };
        }),
      };
    }),
  };
}

const COOKIE: Omit<Cookie, 'name' | 'value' | 'domain'> = {
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax',
};

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw malformed(`${what} is not an object`);
  return value as Record<string, unknown>; // each field is checked before it is used
}

function list(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw malformed(`${what} is not a list`);
  return value;
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string') throw malformed(`${what} is not a string`);
  return value;
}

function httpOrigin(origin: string): string {
  if (!/^https?:/.test(origin) || !URL.canParse(origin))
    throw malformed(`${quote(origin, 200)} is not an origin`);
  return new URL(origin).origin;
}

function malformed(why: string): SightlineError {
  return new SightlineError('bad-argument', `Not a storage state: ${why}`, {
    hint: 'It looks like { "cookies": [], "origins": [{ "origin": "https://…", "localStorage": [{ "name": …, "value": … }] }] }.',
  });
}

type Use = (request: RequestOf<'webStorage'>) => Promise<StorageItems>;

/** Milliseconds for an open page: an empty one is there for any that takes longer. */
const PATIENCE = 5_000;

const EMPTY = { action: 'fulfill', status: 200, headers: { 'content-type': 'text/html' }, body: '' } as const;

/** Runs with a document of each origin: an open one, else an empty hidden one. */
async function withDocuments(
  context: StoringContext,
  origins: string[],
  run: (origin: string, use: Use) => Promise<void>,
): Promise<void> {
  const closed: string[] = [];
  for (const origin of origins) {
    // Only main frames: the storage of an iframe is partitioned by the top-level site.
    const frame = context.pages().find((page) => originOf(page.url) === origin)?.mainFrame;
    const running = frame && run(origin, (request) => useStorage(frame, request, { timeout: PATIENCE }));
    if (!running || !(await succeeds(running))) closed.push(origin);
  }
  if (closed.length === 0) return;
  await context.browser.withHiddenPage(context, async (page) => {
    const stop = await context.browser.driver.intercept(
      (request) => (request.page === page.id ? EMPTY : undefined),
      context.id,
    );
    try {
      for (const origin of closed) {
        await page.navigate({ url: `${origin}/` });
        await run(origin, (request) => useStorageOf(page, page.mainFrame, request));
      }
    } finally {
      await stop();
    }
  });
}

/** False if a page can't be used: a dialog or a script holds it, or Firefox shows a PDF there with a page of its own. */
async function succeeds(run: Promise<void>): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    if (isSightlineError(error)) return false;
    throw error;
  }
}

/** Undefined for URLs without storage of their own. */
export function originOf(url: string): string | undefined {
  return /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : undefined;
}
