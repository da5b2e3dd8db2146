/** Queries the accessibility engine about elements of a page, without the rest of the product. */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Asked } from './aria-probe.js';
import type { TestPage } from './pages.js';

export async function probeBundle(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL('./aria-probe.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: ['chrome120', 'firefox128'],
  });
  return result.outputFiles[0]?.text ?? '';
}

async function probe(page: TestPage, name: string, arg: unknown): Promise<string> {
  const text = typeof arg === 'string' ? arg : JSON.stringify(arg);
  return page.driver.call(page.driver.mainFrame, `(arg) => globalThis.probe.${name}(arg)`, text);
}

export const whenMarked = (page: TestPage, attribute: string): Promise<string> =>
  probe(page, 'ready', attribute);

/** One answer per question, null for missing elements. */
export async function ask(page: TestPage, attribute: string, asked: Asked[]): Promise<unknown[]> {
  return JSON.parse(await probe(page, 'answer', { attribute, asked })) as unknown[];
}

/** What the page itself says about its elements in attributes with the prefix. */
export async function written(
  page: TestPage,
  attribute: string,
  prefix: string,
): Promise<[id: string, what: string, value: string][]> {
  return JSON.parse(await probe(page, 'expectations', { attribute, prefix })) as [string, string, string][];
}
