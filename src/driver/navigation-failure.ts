/** Why a navigation failed, in the same words for both browsers, with the browser's own code. */
import { SightlineError } from '../errors.js';
import { shownUrl } from './navigation-watch.js';

const WORDS: readonly (readonly [words: string, codes: RegExp])[] = [
  ['the host was not found', /ERR_NAME_NOT_RESOLVED|UNKNOWN_HOST/],
  ['the connection was refused', /CONNECTION_REFUSED/],
  [
    'the connection was closed before an answer came',
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION_(?:RESET|CLOSED)|NET_RESET|NET_INTERRUPT|NET_EMPTY_RESPONSE/,
  ],
  ['the connection took too long', /TIMED_OUT|NET_TIMEOUT/],
  ['the address cannot be reached', /ADDRESS_UNREACHABLE|HOST_UNREACHABLE/],
  ['there is no network', /INTERNET_DISCONNECTED|NS_ERROR_OFFLINE/],
  ['browsers do not open this port', /UNSAFE_PORT|PORT_ACCESS|deniedPortAccess/],
  ['it redirects in a loop', /TOO_MANY_REDIRECTS|REDIRECT_LOOP/],
  ['the certificate is not valid', /ERR_CERT_|SEC_ERROR|SSL_ERROR_BAD_CERT/],
  ['there was no secure connection', /ERR_SSL_|SSL_ERROR/],
  ['the proxy cannot be reached', /PROXY/],
];

/** Firefox shows the server's response for clients without a password. */
const NO_LOGIN = 'net::ERR_INVALID_AUTH_CREDENTIALS';
const LOGIN_HINT =
  'The server asks for a user name and password. If you have them, put them into the URL: https://name:password@host/.';

export function navigationFailed(url: string, reason: string, cause?: unknown): SightlineError {
  const words = WORDS.find(([, codes]) => codes.test(reason))?.[0];
  return new SightlineError(
    'navigation-failed',
    `Could not navigate to ${shownUrl(url)}: ${words === undefined ? reason : `${words} (${reason})`}`,
    { cause, details: { reason }, ...(reason === NO_LOGIN && { hint: LOGIN_HINT }) },
  );
}
