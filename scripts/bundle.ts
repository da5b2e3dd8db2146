/** Bundles our code for Node. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const COMMON = {
  absWorkingDir: ROOT,
  bundle: true,
  // Lazily imported modules stay in their own files and are loaded on use.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions;

/** Packages stay external. */
export async function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void> {
  await build({ ...COMMON, entryPoints, outdir, packages: 'external' });
}

/** Packages that stay external: they have files of their own, or are loaded in rare cases only. */
const EXTERNAL = [
  'ws',
  '@modelcontextprotocol/client',
  '@jitl/*',
  'quickjs-emscripten-core',
  '@puppeteer/browsers',
  'playwright-core',
  'puppeteer-core',
];

/**
 * With what the MCP protocol needs of its packages. Half of them is never used here, and loading it takes as long as all
 * the rest of the answer to `initialize`.
 */
export async function bundleCommand(entryPoints: Record<string, string>, outdir: string): Promise<void> {
  const { metafile } = await build({
    ...COMMON,
    entryPoints,
    outdir,
    external: EXTERNAL,
    plugins: [LEAN],
    metafile: true,
  });
  writeFileSync(resolve(ROOT, outdir, 'third-party-licenses.txt'), licensesOf(Object.keys(metafile.inputs)));
}

const LEAN: Plugin = {
  name: 'lean',
  setup({ onLoad, onResolve }) {
    // The error messages of the schema library in fifty languages.
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: path.slice(0, path.lastIndexOf('/')),
    }));
    // Of what is imported as one object (`z`), nothing could be left out.
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(`${ROOT}src/`)) return undefined;
      const contents = readFileSync(path, 'utf8').replace(
        "import { z } from 'zod'",
        "import * as z from 'zod'",
      );
      return { contents, loader: 'ts' };
    });
    // A validator for forms that a server asks its client to fill in: this one never does.
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'validator',
      namespace: 'lean',
    }));
    onLoad({ filter: /.*/, namespace: 'lean' }, () => ({
      contents: `export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('This build has no JSON Schema validator'); }
        }`,
    }));
  },
};

function licensesOf(files: readonly string[]): string {
  const packages = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(packages)]
    .sort()
    .map((name) => {
      const path = `${ROOT}node_modules/${name}/LICENSE`;
      if (!existsSync(path)) throw new Error(`${name} has no LICENSE to ship with its code`);
      return `${name}\n\n${readFileSync(path, 'utf8').trim()}\n`;
    })
    .join('\n----\n\n');
}
