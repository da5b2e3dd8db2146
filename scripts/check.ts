/** Runs all checks of the sources side by side, and shows what the failed ones printed. */
import { execFile } from 'node:child_process';
import { ROOT } from './bundle.js';

const CHECKS = ['lint', 'typecheck', 'layers', 'exports', 'spelling'];

await import('./generate.js');
await Promise.all(CHECKS.map(check));

function check(name: string): Promise<void> {
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '--silent', name],
      { cwd: ROOT, maxBuffer: Infinity },
      (error, stdout, stderr) => {
        console.log(`${name}: ${error ? 'failed' : 'ok'}`);
        if (error) {
          console.log(stdout + stderr);
          process.exitCode = 1;
        }
        resolve();
      },
    );
  });
}
