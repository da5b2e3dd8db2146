/** Takes a browser from a WebDriver endpoint, says its session and keeps it: to be killed. */
import { connect } from '../../src/index.js';

const [webdriver = '', capabilities = '{}'] = process.argv.slice(2);
const posted = globalThis.fetch;
let session = '';
// The library keeps the id of the session to itself.
globalThis.fetch = async (...args) => {
  const answer = await posted(...args);
  const told = await answer.clone().text();
  session ||= /"sessionId":\s*"([^"]+)"/.exec(told)?.[1] ?? '';
  return answer;
};
await connect({ webdriver, capabilities: JSON.parse(capabilities) });
process.stdout.write(`${session}\n`);
setInterval(() => undefined, 1000);
