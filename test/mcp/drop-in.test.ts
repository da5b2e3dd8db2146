/**
 * Agents that know Playwright MCP work here: every tool of its list (see `outside-data.ts`) exists with all of its
 * parameters and requires no others, or says what to use instead.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RETIRED } from '../../src/mcp/retired-tools.js';
import { TOOLS } from '../../src/tools/index.js';
import { PEER_TOOLS } from '../support/outside-data.js';

interface Listed {
  name: string;
  inputSchema: { properties?: Record<string, unknown>; required?: string[] };
}

const LIST = join(PEER_TOOLS.path, 'playwright-mcp-allcaps-tools.json');

describe.skipIf(!PEER_TOOLS.isThere)('tools of Playwright MCP (skipped without its list)', () => {
  const content: Listed[] | { tools: Listed[] } = PEER_TOOLS.isThere
    ? JSON.parse(readFileSync(LIST, 'utf8'))
    : [];
  const peers = Array.isArray(content) ? content : content.tools;
  const ours = new Map(TOOLS.map((tool) => [tool.name, tool.schema]));

  it('are all known', () => {
    expect(peers.length).toBeGreaterThan(50);
    expect(peers.filter(({ name }) => !ours.has(name) && !Object.hasOwn(RETIRED, name))).toEqual([]);
  });

  it.each(peers.filter(({ name }) => ours.has(name)).map((peer) => [peer.name, peer] as const))(
    '%s accepts the same arguments',
    (name, { inputSchema }) => {
      const { properties = {}, required = [] } = (ours.get(name) ?? {}) as Listed['inputSchema']; // a schema of an object
      expect(Object.keys(properties)).toEqual(
        expect.arrayContaining(Object.keys(inputSchema.properties ?? {})),
      );
      expect(inputSchema.required ?? []).toEqual(expect.arrayContaining(required));
    },
  );
});
