/** Generated docs match the declarations, every link works, and every example is a valid call. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
});

describe('links in the docs', () => {
  const files = [
    ...readdirSync(ROOT),
    ...['docs', 'skills', 'examples'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    ),
  ].filter((file) => file.endsWith('.md'));

  it.each(files)('%s: every relative link leads to a file and a heading in it', (file) => {
    for (const [, target = ''] of textOf(file).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = target.split('#');
      const linked = path === '' ? file : join(dirname(file), path);
      expect(existsSync(join(ROOT, linked)), `${file} → ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(linked), `${file} → ${target}`).toContain(anchor);
    }
  });
});

describe('files that the docs name', () => {
  /** Paths in code: `src/…`, `docs/…`, and below src in the architecture; a folder ends with a slash. */
  const named = (file: string) =>
    [...textOf(file).matchAll(/`((?:[\w.-]+\/)+(?:[\w-]+(?:\.test)?\.tsx?)?)`/g)].map(
      ([, path = '']) => path,
    );
  const top = new Set(readdirSync(join(ROOT, 'src')));

  it.each(['docs/architecture.md', 'CONTRIBUTING.md'])('%s names files and folders that exist', (file) => {
    const paths = named(file).filter(
      (path) => /^(src|test|bench|scripts)\//.test(path) || top.has(path.split('/')[0] ?? ''),
    );
    expect(paths.length).toBeGreaterThan(10);
    const missing = paths.filter(
      (path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, 'src', path)),
    );
    expect(missing).toEqual([]);
  });
});

/** Without fenced code, where nothing is a link or a heading. */
function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replace(/^ *```.*?^ *```/gms, '');
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(file: string): string[] {
  const seen = new Map<string, number>();
  return [...textOf(file).matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

describe('tool examples', () => {
  const examples = TOOLS.flatMap((tool) =>
    tool.examples.map((example) => [tool.name, example, tool] as const),
  );

  it.each(examples)('%s %j matches its command line', (_, example, tool) => {
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
