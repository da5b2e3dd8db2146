import { createCdpDriver } from '../../src/driver/cdp/driver.js';
import { spawnChromium } from '../support/spawn-browser.js';
import { BUNDLE } from './fixture.js';
import { driverContract } from './suite.js';

driverContract({
  name: 'Chromium over CDP',
  crashUrl: 'chrome://crash',
  dropsFromInput: true,
  sendsReferrer: true,
  emulatesMedia: true,
  async launch() {
    const { transport, kill, dispose } = await spawnChromium();
    const sent: string[] = [];
    const driver = await createCdpDriver(transport, {
      bundle: BUNDLE,
      onSend: (method) => sent.push(method),
    });
    return { driver, sent, kill, dispose };
  },
});
