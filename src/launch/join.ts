/** Uses a browser that is already running, over an open connection. */
import type { DriverOptions, ProtocolName } from '../driver/driver.js';
import { isSightlineError, reasonOf, SightlineError } from '../errors.js';
import { OriginRules } from '../fence/origin-rules.js';
import type { Browser } from '../page/browser.js';
import type { Transport } from '../rpc/transport.js';
import { actionsFor, createBrowser, createDriver, firstContext } from './assemble.js';
import { inTime } from './in-time.js';
import type { SharedOptions } from './options.js';
import { snapshotDefaults } from './snapshot-defaults.js';

/** An open connection to a browser that Sightline did not start. */
export interface BrowserConnection {
  protocol: ProtocolName;
  transport: Transport;
  /** What errors call the other side. */
  endpoint: string;
  /** Milliseconds for the browser to answer on it. */
  timeout: number;
  /** Opens it again after it was lost. */
  reopen?: () => Promise<Transport>;
  /** Called when calls go unanswered for long: the reason, if the browser is gone for good. */
  whyGone?: () => Promise<string | undefined>;
  /** The only context that we may use, if not all. */
  home?: string;
  /** The WebDriver session of the connection: the browser's name in it. */
  session?: { browser: string };
  /** Runs after the connection was closed. */
  end?: () => Promise<void>;
}

/** Closing the browser leaves it running. */
export async function joinBrowser(
  connection: BrowserConnection,
  options: SharedOptions = {},
): Promise<Browser> {
  const { protocol, transport, endpoint, timeout } = connection;
  const { defaults, origins, context, viewport = null } = checked(options, connection);
  // Requests of service workers cannot be intercepted.
  if (!origins.empty) context.blockServiceWorkers = true;
  const driver = await inTime(
    createDriver(protocol, transport, { ...connectionOptions(connection), context }),
    timeout,
    `${endpoint} was silent for ${timeout} ms`,
  ).catch((cause: unknown) => {
    transport.close();
    if (isSightlineError(cause, 'bad-argument') || isSightlineError(cause, 'unsupported')) throw cause;
    throw new SightlineError(
      'connect-failed',
      `${endpoint} does not answer in ${protocol === 'cdp' ? 'CDP' : 'WebDriver BiDi'}: ${reasonOf(cause)}`,
      { cause },
    );
  });
  // Before any other handler. docs/security.md lists what no protocol can hold back.
  if (!origins.empty)
    await driver.intercept(({ url }) =>
      origins.refusal(url) === undefined ? undefined : { action: 'abort' },
    );
  const end = async () => {
    driver.disconnect();
    await connection.end?.();
  };
  return createBrowser(options, {
    driver,
    defaults,
    context,
    viewport: options.viewport === undefined ? viewport : options.viewport,
    fresh: false,
    ...(!origins.empty && { origins }),
    actions: actionsFor(options),
    ...(options.navigationTimeout !== undefined && { navigationTimeout: options.navigationTimeout }),
    end,
  }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
}

/** Closes the connection if the options are wrong. */
function checked(options: SharedOptions, { protocol, transport }: BrowserConnection) {
  try {
    return {
      defaults: snapshotDefaults(options.snapshot),
      origins: new OriginRules(options.origins ?? {}),
      ...firstContext(options, protocol),
    };
  } catch (error) {
    transport.close();
    throw error;
  }
}

function connectionOptions({
  reopen,
  whyGone,
  home,
  session,
}: BrowserConnection): Omit<DriverOptions, 'bundle'> {
  return {
    foreign: true,
    ...(reopen && { reopen }),
    ...(whyGone && { whyGone }),
    ...(home && { home }),
    ...(session && { session }),
  };
}
