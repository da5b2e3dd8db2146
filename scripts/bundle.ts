/** Bundles our code for Node; packages stay external. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints,
    outdir,
    bundle: true,
    // Lazily imported modules stay in their own files and are loaded on use.
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
