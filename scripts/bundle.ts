/** Bundles entry points for Node: ours in a few files, packages as they are. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    bundle: true,
    // Chunks: what is imported lazily stays in a file of its own and is read only when it is used.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}
