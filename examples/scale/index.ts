/**
 * `npx tsx examples/scale/index.ts SELENIUM_SERVER.jar [agents]`, after `npm run build`: a hub, two nodes, two replicas
 * of Sightline behind a proxy, and 20 agents. Needs Java and chromedriver.
 */
import { join } from 'node:path';
import { startGrid } from './grid.js';
import { runScale } from './run.js';

const [jar, agents = '20', chromedriver = '/usr/bin/chromedriver'] = process.argv.slice(2);
if (jar === undefined) {
  console.error('Name the file of Selenium Server.');
  process.exit(2);
}
const grid = await startGrid({ jar, chromedriver, nodes: [2, 2] });
try {
  const report = await runScale({
    grid,
    cli: join(import.meta.dirname, '../../dist/cli.js'),
    capabilities: { browserName: 'chrome', 'goog:chromeOptions': { args: ['--headless', '--no-sandbox'] } },
    agents: Number(agents),
    steps: 3,
  });
  const { contexts, calls, seconds, nodes, lost, again } = report;
  console.log(`${contexts.length} agents: ${contexts.join(' ')}`);
  console.log(`Nodes with browsers: ${nodes.before.join(' ')}`);
  console.log(`Node killed. ${lost.size} agents lost their page: ${[...lost.keys()].join(' ')}`);
  console.log(`They were told: ${[...lost.values()][0] ?? ''}`);
  console.log(`They went on in ${again.join(' ')}; nodes with browsers now: ${nodes.after.join(' ')}`);
  console.log(`${calls} calls, all in their own context. With both nodes: ${seconds.toFixed(1)} s`);
} finally {
  await grid.close();
}
