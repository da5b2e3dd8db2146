/** Formats a cookie for an answer. */

import { oneLine } from '../../agent/text-line.js';
import type { Cookie } from '../../page/storage/storage-state.js';

/** `id=1 (domain: a.test, path: /, httpOnly, secure, sameSite: Lax, expires: 2027-…)` */
export function cookieLine({
  name,
  value,
  domain,
  path,
  httpOnly,
  secure,
  sameSite,
  expires,
}: Cookie): string {
  const about = [
    `domain: ${domain}`,
    `path: ${path}`,
    ...(httpOnly ? ['httpOnly'] : []),
    ...(secure ? ['secure'] : []),
    `sameSite: ${sameSite}`,
    ...(expires >= 0 ? [`expires: ${new Date(expires * 1_000).toISOString()}`] : []),
  ];
  return oneLine(`${name}=${value} (${about.join(', ')})`);
}
