import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import { type StorageState, storageStateOf } from '../../page/storage/storage-state.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const setStorageState = defineTool({
  name: 'browser_set_storage_state',
  summary: "Replace cookies and local storage of the page's context with those of a file",
  input: { filename: z.string().min(1).describe('From browser_storage_state'), page: inputs.page },
  effect: 'act',
  cap: 'storage',
  examples: [{ filename: 'state.json' }],
  readsFile: true,
  async run({ filename, page: handle }, { agent }) {
    const [file = filename] = await agent.files.readable([filename]);
    const state = await readStorageState(agent, file);
    const page = await agent.page(handle);
    await page.context.setStorageState(state);
    return {
      page,
      result: [
        `Restored ${state.cookies.length} cookies and the storage of ${state.origins.length} origins. Reload open pages to apply it`,
      ],
      code: [`await page.context().setStorageState(${literal(file)});`],
      show: 'none',
    };
  },
});

/** Browsers keep a few megabytes per origin. */
const MOST_BYTES = 100_000_000;

/** From a file that the agent may read. */
export async function readStorageState(agent: Agent, filename: string): Promise<StorageState> {
  return storageStateOf(jsonIn(String(await agent.files.read(filename, MOST_BYTES)), filename));
}

function jsonIn(text: string, filename: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SightlineError('bad-file', `${quote(filename, 300)} is not JSON`, { cause });
  }
}
