/** Joins browsers that run already. */
import { isSightlineError, SightlineError } from '../errors.js';
import { joinBrowser } from '../launch/join.js';
import type { SharedOptions } from '../launch/options.js';
import type { Browser } from '../page/browser.js';
import { openWebSocket } from '../rpc/websocket.js';
import { type EndpointOptions, findEndpoint } from './endpoint.js';
import type { WebDriverEndpoint } from './webdriver.js';

export interface ConnectOptions extends SharedOptions, EndpointOptions {
  /** Open the connection again when it is lost, and go on with the pages that still live. Default true. */
  reconnect?: boolean;
}

const CONNECT_TIMEOUT = 30_000;

/**
 * Joins a browser that runs: `http://host:port` or `ws://…/devtools/browser/…` (CDP), `ws://…/session` (BiDi),
 * or by name: `chrome`, `edge`, `chromium`, … Closing it leaves the browser running. With `{ webdriver }` a WebDriver
 * endpoint is asked for a browser, which ends when it is closed.
 */
export async function connect(
  endpoint: string | WebDriverEndpoint,
  options: ConnectOptions = {},
): Promise<Browser> {
  if (typeof endpoint === 'object' && endpoint !== null && 'webdriver' in endpoint)
    return (await import('./webdriver.js')).connectWebDriver(endpoint, options);
  const { timeout = CONNECT_TIMEOUT, reconnect = true, signal } = options;
  const find = () => findEndpoint(endpoint, { ...options, timeout });
  const found = await find();
  const open = async (again = false) => {
    // A browser that was started anew has another address under the same name.
    const { url, headers, hint } = again ? await find() : found;
    try {
      return await openWebSocket(url, {
        timeout,
        headers,
        ...(signal && { signal }),
      });
    } catch (error) {
      if (hint === undefined || !isSightlineError(error, 'connect-failed')) throw error;
      throw new SightlineError(error.code, error.message, { hint, cause: error });
    }
  };
  return joinBrowser(
    {
      protocol: found.protocol,
      transport: await open(),
      endpoint,
      timeout,
      // Firefox ends a session that we began with its connection.
      ...(reconnect && (found.protocol === 'cdp' || found.joined) && { reopen: () => open(true) }),
      ...(found.joined && { session: { browser: 'WebDriver session' } }),
    },
    options,
  );
}
