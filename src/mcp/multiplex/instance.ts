/** One server process behind the multiplexer, with its own browser and its own range of context numbers. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CallToolResult, ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';
import { SightlineError } from '../../errors.js';

export interface InstanceCommand {
  command: string;
  args: string[];
  env: Record<string, string>;
}

export interface InstanceOptions {
  name: string;
  number: number;
  /** What it was asked to run. */
  browser: string;
  command: InstanceCommand;
  /** Those of the multiplexer's client, which are this process's, too. */
  roots(): readonly string[];
  onLost(): void;
}

export interface InstanceCall {
  name: string;
  args: Record<string, unknown>;
  signal: AbortSignal;
  onProgress?: (message: string) => void;
}

/** The longest possible timer: the instance enforces the deadlines of its calls. */
const NO_TIMEOUT = 2 ** 31 - 1;

export class Instance {
  readonly name: string;
  readonly number: number;
  readonly browser: string;
  readonly #transport: StdioClientTransport;
  readonly #client: Client;
  #ending = false;
  #ended: string | undefined;

  constructor({ name, number, browser, command, roots, onLost }: InstanceOptions) {
    this.name = name;
    this.number = number;
    this.browser = browser;
    this.#transport = new StdioClientTransport({ ...command, stderr: 'pipe' });
    this.#transport.stderr?.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().trimEnd().split('\n')) process.stderr.write(`${name}: ${line}\n`);
    });
    // Both sides are ours, so no negotiation: finding out the revision would start a second process.
    this.#client = new Client(
      { name: 'sightline-multiplex', version: '1' },
      { versionNegotiation: { mode: 'legacy' }, capabilities: { roots: { listChanged: true } } },
    );
    this.#client.setRequestHandler('roots/list', () => ({ roots: roots().map((uri) => ({ uri })) }));
    this.#client.onclose = () => {
      this.#ended ??= this.#ending ? 'it was closed' : 'its process ended unexpectedly';
      if (!this.#ending) onLost();
    };
  }

  /** Why it ended; undefined while it runs. */
  get ended(): string | undefined {
    return this.#ended;
  }

  get pid(): number | undefined {
    return this.#transport.pid ?? undefined;
  }

  async start(): Promise<void> {
    try {
      await this.#client.connect(this.#transport);
    } catch (cause) {
      await this.close();
      throw new SightlineError('instance-gone', `${this.name} did not start`, { cause });
    }
  }

  async call({ name, args, signal, onProgress }: InstanceCall): Promise<CallToolResult> {
    try {
      return await this.#client.callTool(
        { name, arguments: args },
        {
          signal,
          timeout: NO_TIMEOUT,
          ...(onProgress && { onprogress: ({ message }) => onProgress(message ?? name) }),
        },
      );
    } catch (cause) {
      if (this.#ended === undefined || signal.aborted) throw cause;
      throw this.gone();
    }
  }

  /** It asks again with its next call. */
  rootsChanged(): Promise<void> {
    return this.#client.sendRootsListChanged();
  }

  async resources(): Promise<ListResourcesResult['resources']> {
    return (await this.#client.listResources()).resources;
  }

  async readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    return this.#client.readResource({ uri }, { signal, timeout: NO_TIMEOUT });
  }

  gone(): SightlineError {
    return new SightlineError('instance-gone', `${this.name} is gone: ${this.#ended}`);
  }

  /** Also closes its browser. */
  async close(): Promise<void> {
    this.#ending = true;
    await this.#client.close();
  }
}
