/** A host application: starts a browser, reports it, and then ends as told, or waits for a signal. */
import { startBrowser } from './start-browser.js';

const [engine, ending] = process.argv.slice(2);
const browser = await startBrowser(engine === 'firefox' ? 'firefox' : 'chromium');
process.stdout.write(`${JSON.stringify({ pid: browser.pid, profile: browser.profile })}\n`);

switch (ending) {
  case 'exit':
    process.stdin.once('data', () => process.exit(0));
    break;
  case 'throw':
    process.stdin.once('data', () => {
      throw new Error('nobody catches this');
    });
    break;
  case 'closed stdin':
    process.stdin.once('end', () => process.exit(0)).resume();
    break;
  default:
    process.stdin.resume();
}
