/** Fails when a value is exported that no file imports. Types are left alone: they document what is exported. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './bundle.js';

const FOLDERS = ['src', 'scripts', 'test', 'bench', 'examples'];
const DECLARATION = /^export (?:async )?(?:const|function|class) (\w+)/gm;
const IMPORT = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'([^']+)\.js'/g;
/** A module that is loaded later, or as a whole: everything in it may be used. */
const WHOLE = /(?:import\(|\* as \w+ from )'([^']+)\.js'/g;

const paths = FOLDERS.flatMap((folder) =>
  readdirSync(ROOT + folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);
const texts = new Map(paths.map((path) => [path, readFileSync(ROOT + path, 'utf8')]));
const used = new Set<string>();
const whole = new Set<string>(['index']);
for (const text of texts.values()) {
  for (const [, path = ''] of text.matchAll(WHOLE)) whole.add(basename(path));
  for (const [, names = '', path = ''] of text.matchAll(IMPORT))
    for (const name of names.split(','))
      used.add(
        `${basename(path)} ${
          name
            .trim()
            .replace(/^type /, '')
            .split(' ')[0]
        }`,
      );
}

const unused = [...texts].flatMap(([path, text]) => {
  const module = basename(path).replace(/\.tsx?$/, '');
  if (!path.startsWith('src/') || whole.has(module)) return [];
  return Array.from(text.matchAll(DECLARATION), ([, name = '']) => name)
    .filter((name) => !used.has(`${module} ${name}`))
    .map((name) => `${path}: ${name}`);
});
if (unused.length > 0) {
  process.stderr.write(`Exported and imported by no file:\n${unused.join('\n')}\n`);
  process.exitCode = 1;
}
