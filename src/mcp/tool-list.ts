/** The answer to `tools/list`. A model reads all of it in every conversation, so it says nothing twice. */
import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Tool } from '../agent/tool.js';

type Listed = ListToolsResult['tools'][number];
type Schema = Readonly<Record<string, unknown>>;

/** Arguments that mean the same in every tool: described where they are first listed. */
const SHARED = ['element', 'filename'] as const;

/** The server checks them, and its error names the value. A model does not try an empty text or a negative count. */
const BOUNDS = new Set(['exclusiveMinimum', 'maximum', 'minItems', 'minLength', 'minimum']);

export function toolList(tools: Iterable<Tool>): Listed[] {
  const told = new Set<string>();
  return Array.from(tools, (tool) => {
    const properties = Object.entries((tool.schema.properties ?? {}) as Record<string, Schema>).map(
      ([name, schema]) => [name, withoutTold(name, withoutBounds(schema), told)],
    );
    const inputSchema = { ...withoutBounds(tool.schema), properties: Object.fromEntries(properties) };
    return {
      name: tool.name,
      description: tool.summary,
      // The schema of an object, because it was declared as one.
      inputSchema: inputSchema as Listed['inputSchema'],
      ...(tool.outputSchema && { outputSchema: tool.outputSchema as Listed['outputSchema'] }),
      // All other hints have the protocol's default values: a tool may be destructive unless it says otherwise.
      ...(tool.effect === 'read' && { annotations: { readOnlyHint: true } }),
    };
  });
}

function withoutTold(name: string, schema: Schema, told: Set<string>): Schema {
  const { description, ...rest } = schema;
  if (typeof description !== 'string' || !SHARED.some((shared) => shared === name)) return schema;
  const key = `${name} ${description}`;
  if (told.has(key)) return rest;
  told.add(key);
  return schema;
}

function withoutBounds(schema: Schema): Schema {
  const entries = Object.entries(schema).flatMap(([key, value]) => {
    if (BOUNDS.has(key) && typeof value === 'number') return [];
    // The server refuses unknown keys, and its error names them.
    if (key === 'additionalProperties' && value === false) return [];
    return [[key, lighter(value)] as const];
  });
  return Object.fromEntries(entries);
}

function lighter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lighter);
  return typeof value === 'object' && value !== null ? withoutBounds(value as Schema) : value; // an object
}
