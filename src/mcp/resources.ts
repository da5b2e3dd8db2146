/** Serves the state of open pages as MCP resources. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import type { Agent } from '../agent/agent.js';
import { FILE_TEMPLATE, listResources, RESOURCE_TEMPLATE, readResource } from '../agent/resources.js';
import { isSightlineError } from '../errors.js';
import type { Calls } from './server.js';

export function resourcesOf(agent: Agent): Pick<Calls, 'resources' | 'resourceTemplates' | 'readResource'> {
  return {
    resources: () => listResources(agent),
    resourceTemplates: () => [RESOURCE_TEMPLATE, FILE_TEMPLATE],
    readResource: (uri, signal) => read(agent, uri, signal),
  };
}

async function read(agent: Agent, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  try {
    const content = await readResource(agent, uri, signal);
    if ('text' in content) return { contents: [content] };
    const { data, mimeType } = content;
    return { contents: [{ uri, mimeType, blob: Buffer.from(data).toString('base64') }] };
  } catch (error) {
    if (!isSightlineError(error)) throw error;
    const message = `${error.message}. ${error.hint}`;
    if (error.code === 'page-closed' || error.code === 'bad-argument')
      throw new ResourceNotFoundError(uri, message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
