/**
 * The folders that a client works in. Clients of the 2025 revisions tell them when asked and say when they
 * change; those of 2026-07-28 are not asked, for them there is `--workspace`.
 */
import type { Server } from '@modelcontextprotocol/server';

/** A client that is slow to answer, or has no stream open to be asked through, holds up its first call so long. */
const PATIENCE = 1_000;
const GIVE_UP = 10_000;

/** Resolves as soon as calls can be served: when the roots are known, or are not worth waiting for. */
export type RootsKnown = () => Promise<void>;

export function followRoots(server: Server, take: (roots: string[]) => Promise<void>): RootsKnown {
  let asked: Promise<void> = Promise.resolve();
  const ask = () => {
    if (!server.getClientCapabilities()?.roots) return;
    const answered = server
      .listRoots(undefined, { timeout: GIVE_UP })
      .then(({ roots }) => take(roots.map(({ uri }) => uri)))
      // A client that says it has roots and then does not tell them works as one without.
      .catch(() => undefined);
    asked = Promise.race([answered, after(PATIENCE)]);
  };
  server.oninitialized = ask;
  server.setNotificationHandler('notifications/roots/list_changed', ask);
  return () => asked;
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
