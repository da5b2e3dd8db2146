/** Cookies of a context. */

import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../../errors.js';
import { quote } from '../../../tree/quote.js';
import type { Cookie, NewCookie } from '../../context-settings.js';
import type { ContextId } from '../../driver.js';
import type { Session } from '../connection.js';

export async function getCookies(browser: Session, context: ContextId): Promise<Cookie[]> {
  const { cookies } = await browser.send('Storage.getCookies', where(context));
  return cookies.map(({ name, value, domain, path, expires, httpOnly, secure, sameSite = 'Lax' }) => ({
    name,
    value,
    domain,
    path,
    expires,
    httpOnly,
    secure,
    sameSite,
  }));
}

export async function setCookies(browser: Session, context: ContextId, cookies: NewCookie[]): Promise<void> {
  if (cookies.length === 0) return;
  try {
    await browser.send('Storage.setCookies', { ...where(context), cookies: cookies.map(paramOf) });
  } catch (cause) {
    throw new SightlineError('bad-argument', `Chromium refuses a cookie of ${namesOf(cookies)}`, { cause });
  }
}

/** No command deletes a single cookie: it is set again, expired. */
export async function deleteCookies(
  browser: Session,
  context: ContextId,
  cookies: Pick<Cookie, 'name' | 'domain' | 'path'>[] | undefined,
): Promise<void> {
  if (!cookies) await browser.send('Storage.clearCookies', where(context));
  else
    await setCookies(
      browser,
      context,
      cookies.map((cookie) => ({ ...cookie, value: '', expires: 1 })),
    );
}

function paramOf(cookie: NewCookie): Protocol.Network.CookieParam {
  const { expires, ...rest } = cookie;
  return { path: '/', ...rest, ...(expires !== undefined && expires >= 0 && { expires }) };
}

function where(context: ContextId): { browserContextId?: string } {
  return context === '' ? {} : { browserContextId: context };
}

/** Names only: values may be secret. */
function namesOf(cookies: NewCookie[]): string {
  return cookies.map(({ name, domain }) => `${quote(name, 200)} (${quote(domain, 200)})`).join(', ');
}
