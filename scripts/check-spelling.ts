/** Fails on British spelling: code and docs use the American one, as the platform's names do. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ROOT } from './bundle.js';

/** What people read. Fixtures may say what they like. */
const PATHS = ['src', 'docs', 'scripts', 'bench', 'skills', '*.md'];
const BRITISH =
  /\b\w*(?:behaviour|colour|favour|honour|neighbour|centre|grey|catalogue|analyse|artefact|judgement|travell|modell|fulfil\b|learnt|whilst|(?:recogn|normal|serial|initial|optim|organ|summar|synchron|custom|capital|author|util|token|emphas|minim|maxim)is(?:e|ing|ation))\w*/gi;

const files = execFileSync('git', ['ls-files', ...PATHS], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|md)$/.test(path) && path !== 'scripts/check-spelling.ts');
const found = files.flatMap((path) =>
  readFileSync(ROOT + path, 'utf8')
    .split('\n')
    .flatMap((line, at) => (line.match(BRITISH) ?? []).map((word) => `${path}:${at + 1}: ${word}`)),
);
if (found.length > 0) {
  console.error(`British spelling:\n${found.join('\n')}`);
  process.exitCode = 1;
}
