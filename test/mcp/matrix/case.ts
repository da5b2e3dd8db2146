/** The test case of a tool: that it works, and what it must refuse. */
import { expect } from 'vitest';
import type { BrowserEngine } from '../../support/browsers.js';
import type { Stage } from './stage.js';

export type Args = Record<string, unknown>;

export interface ToolCase {
  /**
   * Asserts the tool's effect through the observer; for read-only tools, compares their answer with what the
   * observer knows.
   */
  works(stage: Stage): Promise<unknown>;
  /** Where the browser cannot do it, and why: there the tool must say so. */
  unsupported?: { browser: BrowserEngine; why: string; args: Args };
  /** Arguments that must be refused without any effect. */
  bad(stage: Stage): Args | Promise<Args>;
  /** The same on a closed page; absent for tools without a page. */
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
