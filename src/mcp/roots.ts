/**
 * The workspace folders (roots) of a client. Clients of the 2025 revisions answer a request and notify changes. The
 * 2026-07-28 revision has no such request: use `--workspace`.
 */
import type { Server } from '@modelcontextprotocol/server';

/** Milliseconds that the first call waits for a client that is slow or has no stream open. */
const PATIENCE = 1_000;
const GIVE_UP = 10_000;

/** Resolves when the roots are known or have taken too long. */
export type RootsKnown = () => Promise<void>;

export function followRoots(server: Server, take: (roots: string[]) => Promise<void>): RootsKnown {
  let asked: Promise<void> = Promise.resolve();
  const ask = () => {
    if (!server.getClientCapabilities()?.roots) return;
    const answered = server
      .listRoots(undefined, { timeout: GIVE_UP })
      .then(({ roots }) => take(roots.map(({ uri }) => uri)))
      // A client that announces roots but does not send them is treated as one without.
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
