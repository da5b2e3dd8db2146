import { createBidiDriver } from '../../src/driver/bidi/driver.js';
import { killPagesOf, spawnFirefox } from '../support/spawn-browser.js';
import { BUNDLE } from './fixture.js';
import { driverContract } from './suite.js';

driverContract({
  name: 'Firefox over WebDriver BiDi',
  dropsFromInput: false,
  sendsReferrer: false,
  emulatesMedia: false,
  async launch() {
    const { transport, process, kill, dispose } = await spawnFirefox();
    const sent: string[] = [];
    const driver = await createBidiDriver(transport, {
      bundle: BUNDLE,
      onSend: (method) => sent.push(method),
    });
    return { driver, sent, kill, killPages: () => killPagesOf(process), dispose };
  },
});
