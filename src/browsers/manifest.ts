/**
 * What provisioning leaves for `find`: one JSON file per engine in the cache folder that names the browser to
 * use. It is written last and replaced atomically, so a reader sees a finished browser or none.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserEngine } from './browser-name.js';

export interface Manifest {
  title: string;
  version: string;
  /** Absolute, like the values of `env`. */
  executable: string;
  /** Variables that this build needs, such as the path of its bundled libraries. */
  env: Record<string, string>;
  /** A build without windows, such as a headless shell. */
  headlessOnly: boolean;
}

export function manifestPath(cache: string, engine: BrowserEngine): string {
  return join(cache, `${engine}.json`);
}

/** The manifest, or undefined if the text is invalid: then the browser is provisioned again. */
export function parseManifest(text: string): Manifest | undefined {
  let value: Partial<Manifest> | null;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value?.executable !== 'string') return undefined;
  return {
    title: value.title ?? 'browser',
    version: value.version ?? '',
    executable: value.executable,
    env: value.env ?? {},
    headlessOnly: value.headlessOnly === true,
  };
}

export async function writeManifest(cache: string, engine: BrowserEngine, manifest: Manifest): Promise<void> {
  const draft = join(cache, `.${engine}-${randomUUID()}.json`);
  try {
    await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(draft, manifestPath(cache, engine));
  } finally {
    await rm(draft, { force: true });
  }
}
