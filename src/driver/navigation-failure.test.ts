import { expect, it } from 'vitest';
import { navigationFailed } from './navigation-failure.js';

it.each([
  ['net::ERR_CONNECTION_REFUSED', 'NS_ERROR_CONNECTION_REFUSED', 'the connection was refused'],
  ['net::ERR_NAME_NOT_RESOLVED', 'NS_ERROR_UNKNOWN_HOST', 'the host was not found'],
  ['net::ERR_TOO_MANY_REDIRECTS', 'NS_ERROR_REDIRECT_LOOP', 'it redirects in a loop'],
  ['net::ERR_EMPTY_RESPONSE', 'NS_ERROR_NET_RESET', 'the connection was closed before an answer came'],
  ['net::ERR_UNSAFE_PORT', 'deniedPortAccess', 'browsers do not open this port'],
  [
    'net::ERR_SSL_PROTOCOL_ERROR',
    'NS_ERROR_GENERATE_FAILURE(NS_ERROR_MODULE_SECURITY, SSL_ERROR_RX_RECORD_TOO_LONG)',
    'there was no secure connection',
  ],
])('%s and %s are the same to a reader', (chromium, firefox, words) => {
  for (const reason of [chromium, firefox])
    expect(navigationFailed('http://a.test/', reason)).toMatchObject({
      code: 'navigation-failed',
      message: `Could not navigate to http://a.test/: ${words} (${reason})`,
      details: { reason },
    });
});

it('a reason without words of ours is said as it is', () => {
  expect(navigationFailed('http://a.test/', 'net::ERR_FAILED').message).toBe(
    'Could not navigate to http://a.test/: net::ERR_FAILED',
  );
});
