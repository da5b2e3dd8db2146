/** The same five tools for localStorage and sessionStorage. */
import { z } from 'zod';
import type { Agent } from '../../agent/agent.js';
import { literal, oneLine } from '../../agent/text-line.js';
import { defineTool, type Tool } from '../../agent/tool.js';
import type { Frame } from '../../page/frame.js';
import { type StorageKind, useStorage } from '../../page/storage/web-storage.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

const frame = z.string().optional().describe('Frame handle, e.g. f1. Default: the main frame');
const where = { frame, page: inputs.page };
const key = z.string();

function storageTools(kind: StorageKind): Tool[] {
  const storage = { kind, name: `${kind}Storage`, prefix: `browser_${kind}storage` };
  return [listTool(storage), getTool(storage), setTool(storage), deleteTool(storage), clearTool(storage)];
}

interface Storage {
  readonly kind: StorageKind;
  /** As pages call it. */
  readonly name: string;
  /** Of the tools' names. */
  readonly prefix: string;
}

const listTool = ({ kind, name, prefix }: Storage): Tool =>
  defineTool({
    cap: 'storage',
    name: `${prefix}_list`,
    summary: `List all items of ${name}`,
    input: where,
    effect: 'read',
    async run(args, { agent, signal }) {
      const at = await frameOf(agent, args);
      const items = await useStorage(at, { kind }, { signal });
      const lines = items.map((item) => oneLine(item.join('=')));
      return {
        page: at.page,
        result: lines.length > 0 ? lines : [`${name} is empty`],
        code: [`await page.${name}.items();`],
      };
    },
  });

const getTool = ({ kind, name, prefix }: Storage): Tool =>
  defineTool({
    cap: 'storage',
    name: `${prefix}_get`,
    summary: `Get an item of ${name}`,
    input: { key, ...where },
    effect: 'read',
    examples: [{ key: 'theme' }],
    async run(args, { agent, signal }) {
      const at = await frameOf(agent, args);
      const items = await useStorage(at, { kind }, { signal });
      const found = items.find(([each]) => each === args.key);
      return {
        page: at.page,
        result: [found ? oneLine(found.join('=')) : `${name} has no item ${quote(args.key, 100)}`],
        code: [`await page.${name}.getItem(${literal(args.key)});`],
      };
    },
  });

const setTool = ({ kind, name, prefix }: Storage): Tool =>
  defineTool({
    cap: 'storage',
    name: `${prefix}_set`,
    summary: `Set an item of ${name}`,
    input: { key, value: z.string(), ...where },
    effect: 'act',
    examples: [{ key: 'theme', value: 'dark' }],
    async run(args, { agent, signal }) {
      const at = await frameOf(agent, args);
      await useStorage(at, { kind, set: [[args.key, args.value]] }, { signal });
      const code = [`await page.${name}.setItem(${literal(args.key)}, ${literal(args.value)});`];
      return { page: at.page, code, show: 'none' };
    },
  });

const deleteTool = ({ kind, name, prefix }: Storage): Tool =>
  defineTool({
    cap: 'storage',
    name: `${prefix}_delete`,
    summary: `Delete an item of ${name}`,
    input: { key, ...where },
    effect: 'act',
    examples: [{ key: 'theme' }],
    async run(args, { agent, signal }) {
      const at = await frameOf(agent, args);
      await useStorage(at, { kind, remove: [args.key] }, { signal });
      return {
        page: at.page,
        code: [`await page.${name}.removeItem(${literal(args.key)});`],
        show: 'none',
      };
    },
  });

const clearTool = ({ kind, name, prefix }: Storage): Tool =>
  defineTool({
    cap: 'storage',
    name: `${prefix}_clear`,
    summary: `Delete all items of ${name}`,
    input: where,
    effect: 'act',
    async run(args, { agent, signal }) {
      const at = await frameOf(agent, args);
      await useStorage(at, { kind, wipe: true }, { signal });
      return { page: at.page, code: [`await page.${name}.clear();`], show: 'none' };
    },
  });

async function frameOf(
  agent: Agent,
  { frame: handle, page: pageHandle }: { frame?: string | undefined; page?: string | undefined },
): Promise<Frame> {
  const page = await agent.page(pageHandle);
  page.assertUsable();
  return handle === undefined ? page.mainFrame : page.frame(handle);
}

export const localStorageTools = storageTools('local');
export const sessionStorageTools = storageTools('session');
