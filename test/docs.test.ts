/** Docs that are made from declarations are as the declarations are now. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedDocs } from '../scripts/generate-docs.js';
import { exampleWords } from '../src/cli/tool-command/example.js';
import { parseToolWords } from '../src/cli/tool-command/parse.js';
import { toolCommand } from '../src/cli/tool-command/tool-command.js';
import { TOOLS } from '../src/tools/index.js';

const ROOT = join(import.meta.dirname, '..');

describe('generated docs', () => {
  it.each(generatedDocs().map(({ path, content }) => [relative(ROOT, path), content]))(
    '%s is up to date: `npm run docs` writes it',
    (path, content) => {
      expect(readFileSync(join(ROOT, path), 'utf8')).toBe(content);
    },
  );

  it('every link of the docs leads to a file', () => {
    for (const file of [
      'README.md',
      'docs/tools.md',
      'docs/from-playwright-mcp.md',
      'docs/architecture.md',
    ]) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g))
        expect(existsSync(join(ROOT, dirname(file), target)), `${file} → ${target}`).toBe(true);
    }
  });
});

describe('examples of tools', () => {
  const examples = TOOLS.flatMap((tool) =>
    tool.examples.map((example) => [tool.name, example, tool] as const),
  );

  it.each(examples)('%s %j is what its command line says', (_, example, tool) => {
    const command = toolCommand(tool);
    const words = shellWords(exampleWords(command, example)).slice(1);
    expect(parseToolWords(command, words, {}).args).toEqual(example);
  });
});

/** As a POSIX shell splits them; examples use quotes and nothing else. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|\\'|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|\\(')/g,
      (_, single = '', double = '', bare = '') => single + double + bare,
    ),
  );
}
