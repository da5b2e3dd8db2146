/** An agent as a program: a client of the stateless MCP revision. It names the page of every call. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export class Agent {
  readonly name: string;
  readonly #client: Client;
  /** Its page, as `c1003p0`. */
  page = '';

  private constructor(name: string, client: Client) {
    this.name = name;
    this.#client = client;
  }

  static async connect(name: string, url: string): Promise<Agent> {
    const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return new Agent(name, client);
  }

  /** Opens a page in a new context, and returns what it shows. */
  async open(url: string, attempts = 20): Promise<string> {
    const shown = await this.#call('browser_contexts', { action: 'new', url }).catch((error: Error) => error);
    if (shown instanceof Error) {
      // The browser was just lost, or the grid has not noticed yet that a node is gone and asked that for another one.
      if (attempts === 1 || !/browser-disconnected|connect-failed/.test(shown.message)) throw shown;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return this.open(url, attempts - 1);
    }
    const [, context] = /Created (c\d+)/.exec(shown) ?? [];
    if (context === undefined) throw new Error(`${this.name} got no context: ${shown}`);
    this.page = `${context}p0`;
    return shown;
  }

  /** Calls a tool on its page; an error of the tool is thrown. */
  call(tool: string, input: Record<string, unknown> = {}): Promise<string> {
    return this.#call(tool, { page: this.page, ...input });
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #call(name: string, input: Record<string, unknown>): Promise<string> {
    const { content, isError } = await this.#client.callTool(
      { name, arguments: input },
      { timeout: 180_000 },
    );
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    if (isError) throw new Error(text);
    return text;
  }
}

/** The ref of the first element whose line has these words. */
export function refOf(shown: string, words: string): string {
  const line = shown.split('\n').find((each) => each.includes(words));
  const ref = /\[ref=(\w+)\]/.exec(line ?? '')?.[1];
  if (ref === undefined) throw new Error(`Nothing has the words ${words} in:\n${shown}`);
  return ref;
}
