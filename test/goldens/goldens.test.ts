/**
 * What an agent sees of each golden, the same in both browsers. After an intended change,
 * `UPDATE_GOLDENS=1 npx vitest run test/goldens` rewrites them from Chromium; read the diff.
 */
import { afterAll, beforeAll, it } from 'vitest';
import { describeBrowsers } from '../support/browsers.js';
import { type FixtureServer, startServer } from '../support/server.js';
import { checkGolden, GOLDENS, serveGoldens } from './golden.js';

let server: FixtureServer;
beforeAll(async () => {
  server = await startServer();
  await serveGoldens(server);
});
afterAll(() => server.close());

describeBrowsers('goldens', (browser, which) => {
  it.each(GOLDENS)('%s', (name) =>
    checkGolden(name, browser(), server, process.env.UPDATE_GOLDENS !== undefined && which === 'chromium'),
  );
});
