/**
 * The workspace folders (roots) of a client. Clients of the 2025 revisions answer a request and notify changes. The
 * 2026-07-28 revision has no such request: use `--workspace`.
 *
 * The request is sent during a call, on the stream that will carry its answer: an HTTP client may have no other open.
 */
import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** Milliseconds that the first call waits for a slow client. A later answer counts from then on. */
const PATIENCE = 5_000;
const GIVE_UP = 30_000;

/** Resolves when the roots are known or have taken too long. */
export type RootsKnown = (call: Pick<ServerContext, 'mcpReq'>) => Promise<void>;

export function followRoots(server: Server, take: (roots: string[]) => Promise<void>): RootsKnown {
  let asked: Promise<void> | undefined;
  const ask = async ({ mcpReq }: Pick<ServerContext, 'mcpReq'>) => {
    if (!server.getClientCapabilities()?.roots) return;
    const answered = mcpReq
      .send({ method: 'roots/list' }, { timeout: GIVE_UP })
      .then(({ roots }) => take(roots.map(({ uri }) => uri)))
      // A client that announces roots but does not send them is treated as one without.
      .catch(() => undefined);
    await Promise.race([answered, after(PATIENCE)]);
  };
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    asked = undefined;
  });
  return (call) => {
    asked ??= ask(call);
    return asked;
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
