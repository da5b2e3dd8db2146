/** Cookies of a context. */

import type { Storage } from 'webdriver-bidi-protocol';
import { isSightlineError, SightlineError } from '../../../errors.js';
import { quote } from '../../../tree/quote.js';
import type { Cookie, NewCookie } from '../../context-settings.js';
import type { ContextId } from '../../driver.js';
import type { Connection } from '../connection.js';
import { bytesOf } from './network.js';

const FROM_BIDI = { strict: 'Strict', lax: 'Lax', none: 'None', default: 'Lax' } as const;
const TO_BIDI = { Strict: 'strict', Lax: 'lax', None: 'none' } as const;

export async function getCookies(connection: Connection, context: ContextId): Promise<Cookie[]> {
  const { cookies } = await connection.send('storage.getCookies', { partition: partitionOf(context) });
  return cookies.map(({ name, value, domain, path, expiry = -1, httpOnly, secure, sameSite }) => ({
    name,
    value: bytesOf(value).toString(),
    domain,
    path,
    expires: expiry,
    httpOnly,
    secure,
    sameSite: FROM_BIDI[sameSite],
  }));
}

export async function setCookies(
  connection: Connection,
  context: ContextId,
  cookies: NewCookie[],
): Promise<void> {
  await Promise.all(cookies.map((cookie) => setCookie(connection, context, cookie)));
}

async function setCookie(connection: Connection, context: ContextId, cookie: NewCookie): Promise<void> {
  const {
    name,
    value,
    domain,
    path = '/',
    expires = -1,
    httpOnly = false,
    secure = false,
    sameSite,
  } = cookie;
  try {
    await connection.send('storage.setCookie', {
      cookie: {
        name,
        value: { type: 'string', value },
        domain,
        path,
        httpOnly,
        secure,
        ...(sameSite && { sameSite: TO_BIDI[sameSite] }),
        ...(expires >= 0 && { expiry: Math.floor(expires) }),
      },
      partition: partitionOf(context),
    });
  } catch (cause) {
    if (!isSightlineError(cause, 'protocol-error')) throw cause;
    const which = `${quote(name, 200)} (${quote(domain, 200)})`; // its value may be secret
    throw new SightlineError('bad-argument', `The browser refuses the cookie ${which}`, { cause });
  }
}

export async function deleteCookies(
  connection: Connection,
  context: ContextId,
  cookies: Pick<Cookie, 'name' | 'domain' | 'path'>[] | undefined,
): Promise<void> {
  const partition = partitionOf(context);
  const filters = cookies?.map(({ name, domain, path }) => ({ name, domain, path })) ?? [{}];
  await Promise.all(filters.map((filter) => connection.send('storage.deleteCookies', { filter, partition })));
}

function partitionOf(context: ContextId): Storage.PartitionDescriptor {
  return { type: 'storageKey', userContext: context };
}
