/** What is known of a tool: that it works, and what it has to refuse. */
import { expect } from 'vitest';
import type { BrowserEngine } from '../../support/browsers.js';
import type { Stage } from './stage.js';

export type Args = Record<string, unknown>;

export interface ToolCase {
  /** Asserts what the tool did through the observer; of tools that only look, what they said against what it knows. */
  works(stage: Stage): Promise<unknown>;
  /** Where the browser has no way to do it, and why: there the tool has to say so. */
  unsupported?: { browser: BrowserEngine; why: string; args: Args };
  /** Arguments that have to be refused without anything happening. */
  bad(stage: Stage): Args | Promise<Args>;
  /** The same, on the page that was closed; absent where a tool is about no page. */
  closed?(stage: Stage): Args;
}

/** The handle of a new tab. */
export async function newTab({ mcp }: Pick<Stage, 'mcp'>, url: string): Promise<string> {
  const reply = await mcp.call('browser_tabs', { action: 'new', url });
  expect(reply.isError, reply.text).toBe(false);
  const { tabs } = reply.data as { tabs: { handle: string; url: string }[] }; // the tool's own schema
  const handle = tabs.find((each) => each.url === url)?.handle;
  if (handle === undefined) throw new Error(`no tab at ${url} in ${JSON.stringify(tabs)}`);
  return handle;
}
