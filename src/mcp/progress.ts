/** Sends progress notifications to clients that ask for them, so that they wait for long calls. */
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Host } from '../agent/host.js';

/** Milliseconds. Clients give up after a minute without news, some much sooner. */
const SIGN_OF_LIFE = 5_000;

export interface Progress {
  say(line: string): void;
  end(): void;
}

export function reportProgress(name: string, host: Host, { mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { say: () => undefined, end: () => undefined };
  let progress = 0;
  let doing = name;
  const notify = (message: string) => {
    const params = { progressToken, progress: ++progress, message };
    // The client may be gone.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const say = (line: string) => {
    doing = line;
    notify(line);
  };
  const began = Date.now();
  const timer = setInterval(
    () => notify(`${doing}: ${Math.round((Date.now() - began) / 1_000)} s`),
    SIGN_OF_LIFE,
  );
  const quiet = host.on('installing', say);
  return {
    say,
    end() {
      clearInterval(timer);
      quiet();
    },
  };
}
