import type { ReplyOf, RequestOf } from '../../wire/api.js';

/** Fetched as the document would, with its login, from a world that its scripts don't see. */
export async function fetchText({ url, maxLength }: RequestOf<'fetchText'>): Promise<ReplyOf<'fetchText'>> {
  try {
    const response = await fetch(url);
    if (!response.ok) return { ok: false, reason: `HTTP ${response.status}` };
    const text = await response.text();
    return text.length > maxLength ? { ok: false, reason: 'too long' } : { ok: true, text };
  } catch (error) {
    return { ok: false, reason: String(error) };
  }
}
