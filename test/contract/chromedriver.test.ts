/**
 * Chromium over WebDriver BiDi, as chromedriver and grids offer it. Sightline speaks CDP to Chromium where it can; a
 * session that offers only BiDi has to work, too.
 */
import { it } from 'vitest';
import { createBidiDriver } from '../../src/driver/bidi/driver.js';
import { openWebSocket } from '../../src/rpc/websocket.js';
import { newSession, startChromedriver } from '../support/chromedriver.js';
import { noChromedriver } from '../support/selenium.js';
import { BUNDLE } from './fixture.js';
import { driverContract } from './suite.js';

/** docs/browser-differences.md has the reasons. */
const CANNOT = {
  'documents, cross-site frames, workers and redirects are intercepted':
    'Chromium sometimes does not report the first request of a cross-site frame',
  'handlers are asked in order, the first decision wins, and a redirect can be stopped':
    'Chromium sometimes does not report the request after a redirect',
  'a popup is announced with its opener and context, and none of its events is lost':
    'Chromium sometimes does not answer the script that opens a popup',
  'media settings that cannot be emulated are refused': 'Chromium can emulate media features',
  'a frame keeps its id when it moves to another site and back':
    'Chromium reports the frame as removed and created again',
  'a crash is reported and rejects pending calls; navigating brings the page back':
    'Chromium does not report the crash of a page over BiDi',
};

if (noChromedriver !== undefined)
  it.skip(`driver contract of chromedriver (${noChromedriver})`, () => undefined);
else
  driverContract({
    name: 'Chromium over WebDriver BiDi (chromedriver)',
    dropsFromInput: false,
    sendsReferrer: false,
    emulatesMedia: false,
    namesFramesLate: true,
    cannot: CANNOT,
    async launch() {
      const chromedriver = await startChromedriver();
      const session = await newSession(chromedriver.url);
      const sent: string[] = [];
      const driver = await createBidiDriver(await openWebSocket(session.webSocketUrl), {
        bundle: BUNDLE,
        session: { browser: `Chrome ${session.browserVersion}` },
        onSend: (method) => sent.push(method),
      });
      return {
        driver,
        sent,
        kill: () => process.kill(session.pid, 'SIGKILL'),
        dispose: () => chromedriver.close(),
      };
    },
  });
