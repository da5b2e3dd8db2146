import { createBidiDriver } from '../../src/driver/bidi/driver.js';
import { spawnFirefox } from '../support/spawn-browser.js';
import { BUNDLE } from './bench.js';
import { driverContract } from './suite.js';

driverContract({
  name: 'Firefox over WebDriver BiDi',
  dropsFromInput: false,
  sendsReferrer: false,
  async launch() {
    const { transport, kill, dispose } = await spawnFirefox();
    return { driver: await createBidiDriver(transport, { bundle: BUNDLE }), kill, dispose };
  },
});
