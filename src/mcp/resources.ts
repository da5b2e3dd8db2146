/** The state of open pages as MCP resources, for clients that rather read than call. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
} from '@modelcontextprotocol/server';
import { isSightlineError } from '../errors.js';
import { listResources, readResource, resourceTemplates } from '../session/resources.js';
import type { Session } from '../session/session.js';

export function serveResources(server: Server, session: Session): void {
  server.setRequestHandler('resources/list', () => ({ resources: listResources(session) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: resourceTemplates() }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const content = await readResource(session, uri, mcpReq.signal).catch((error: unknown) => {
      if (isSightlineError(error, 'page-closed') || isSightlineError(error, 'bad-argument'))
        throw new ResourceNotFoundError(uri, error.message);
      if (isSightlineError(error))
        throw new ProtocolError(ProtocolErrorCode.InternalError, `${error.message}. ${error.hint}`);
      throw error;
    });
    if (!content) throw new ResourceNotFoundError(uri);
    const { mimeType } = content;
    const body =
      'text' in content ? { text: content.text } : { blob: Buffer.from(content.bytes).toString('base64') };
    return { contents: [{ uri, mimeType, ...body }] };
  });
}
