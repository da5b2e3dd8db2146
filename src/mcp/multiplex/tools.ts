/** The tools of a multiplexer: those of a server with an `instance` argument, and one that manages instances. */
import type { ListToolsResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Tool } from '../../agent/tool.js';
import { toolList } from '../tool-list.js';

type Listed = ListToolsResult['tools'][number];

export const INSTANCES_TOOL = 'browser_instances';

export const instancesInput = z.strictObject({
  action: z.enum(['list', 'new', 'close']),
  instance: z.string().optional().describe('To close, e.g. inst-1'),
  count: z.int().min(1).optional().describe('Instances to create. Default: 1'),
  browser: z.enum(['chromium', 'firefox', 'chrome', 'msedge']).optional().describe('For new instances'),
});

const INSTANCE = {
  type: 'string',
  description: 'e.g. inst-1. Default: from the ref or page, or the only one',
};

export function multiplexed(tools: Iterable<Tool>): Listed[] {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(instancesInput, { io: 'input' });
  return [
    {
      name: INSTANCES_TOOL,
      description: 'List, create or close browser instances: separate processes that share nothing',
      inputSchema: inputSchema as Listed['inputSchema'], // made from an object's declaration
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ...toolList(tools).map((tool) => ({
      ...tool,
      inputSchema: {
        ...tool.inputSchema,
        properties: { ...tool.inputSchema.properties, instance: INSTANCE },
      },
    })),
  ];
}
