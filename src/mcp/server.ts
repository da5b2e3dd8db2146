/** The tools as an MCP server: lists them, runs them, hands their answers over. */
import { type CallToolResult, type ListToolsResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { SightlineError } from '../errors.js';
import type { Host } from '../session/host.js';
import { renderAnswer } from '../session/result.js';
import { Session } from '../session/session.js';
import type { Tool } from '../session/tool.js';
import { takeTurn } from '../session/turn.js';
import { TOOLS } from '../tools/index.js';
import { quote } from '../tree/quote.js';

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function createServer(session: Session, version: string): Server {
  const server = new Server({ name: 'sightline', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS.map(listed) }));
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    call(session, params.name, params.arguments, mcpReq.signal),
  );
  return server;
}

/** Serves one client over standard input and output until it leaves or the process is told to end. */
export async function serve(host: Host, version: string): Promise<void> {
  const session = new Session(host);
  const handle = serveStdio(() => createServer(session, version), {
    onerror: (error) => process.stderr.write(`${error.message}\n`),
  });
  await untilTheEnd();
  await Promise.allSettled([handle.close(), host.end()]);
}

function untilTheEnd(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => resolve();
    process.stdin.once('end', end).once('close', end).once('error', end);
    process.stdout.once('error', end); // Nobody reads any more.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  });
}

function listed(tool: Tool): ListToolsResult['tools'][number] {
  const reads = tool.effect === 'read';
  return {
    name: tool.name,
    description: tool.summary,
    // Made from an object's declaration, so it is the schema of one.
    inputSchema: tool.schema as ListToolsResult['tools'][number]['inputSchema'],
    annotations: { readOnlyHint: reads, destructiveHint: !reads, openWorldHint: true },
  };
}

async function call(
  session: Session,
  name: string,
  args: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const tool = BY_NAME.get(name);
  if (!tool) {
    const error = new SightlineError('bad-argument', `There is no tool ${quote(name, 100)}`, {
      hint: `The tools are: ${TOOLS.map((each) => each.name).join(', ')}.`,
    });
    return { content: [{ type: 'text', text: renderAnswer({ error }) }], isError: true };
  }
  const { text, images, isError } = await takeTurn(session, tool, args, { signal });
  return {
    content: [
      { type: 'text', text },
      ...images.map(({ data, mimeType }) => ({
        type: 'image' as const,
        data: Buffer.from(data).toString('base64'),
        mimeType,
      })),
    ],
    ...(isError && { isError }),
  };
}
