/** Logins that servers and proxies ask for (HTTP authentication), given as settings of a context. */
import type { ContextOptions } from './context-settings.js';

export interface Login {
  username: string;
  password: string;
}

export function hasLogins({ httpCredentials, proxyCredentials }: ContextOptions): boolean {
  return httpCredentials !== undefined || proxyCredentials !== undefined;
}

/** What to answer with; undefined: nothing that we have. */
export function loginFor(
  { url, proxy }: { url: string; proxy: boolean },
  { httpCredentials, proxyCredentials }: ContextOptions,
): Login | undefined {
  if (proxy) return proxyCredentials;
  const { origin, ...login } = httpCredentials ?? {};
  if (!httpCredentials || (origin !== undefined && !isOf(url, origin))) return undefined;
  return login as Login; // it is what is left of `httpCredentials`
}

function isOf(url: string, origin: string): boolean {
  return URL.canParse(url) && URL.canParse(origin) && new URL(url).origin === new URL(origin).origin;
}
