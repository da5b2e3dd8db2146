/** Tools that documents register for agents (WebMCP). */
import type { Protocol } from 'devtools-protocol';
import { SightlineError } from '../../errors.js';
import { quote } from '../../tree/quote.js';
import type { CallScope, FrameId, PageEvent, PageTool } from '../driver.js';
import type { CdpEvent, Session } from './connection.js';

type Responded = Protocol.WebMCP.ToolRespondedEvent;

export class PageTools {
  readonly #emit: (event: PageEvent) => void;
  /** By frame and name, which is unique in a document. Chromium 156 sends no tool ids. */
  readonly #tools = new Map<string, Protocol.WebMCP.Tool>();
  readonly #waiting = new Map<string, (event: Responded) => void>();
  /** Answers that came before the reply to the call. */
  readonly #early = new Map<string, Responded>();

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  on(event: CdpEvent): void {
    switch (event.method) {
      case 'WebMCP.toolsAdded':
        for (const tool of event.params.tools) this.#tools.set(keyOf(tool), tool);
        this.#emit({ type: 'page-tools', names: event.params.tools.map(({ name }) => name) });
        return;
      case 'WebMCP.toolsRemoved':
        for (const tool of event.params.tools) this.#tools.delete(keyOf(tool));
        return;
      case 'WebMCP.toolResponded': {
        const { invocationId } = event.params;
        const resolve = this.#waiting.get(invocationId);
        if (resolve) resolve(event.params);
        else this.#early.set(invocationId, event.params);
        return;
      }
    }
  }

  /** Its document is gone: no event removes its tools. */
  documentGone(frame: FrameId): void {
    for (const [key, tool] of this.#tools) if (tool.frameId === frame) this.#tools.delete(key);
  }

  /** Undefined if the browser does not let pages offer tools. */
  async list(session: Session): Promise<PageTool[] | undefined> {
    const { result } = await session.send('Runtime.evaluate', {
      expression: "'modelContext' in Document.prototype || 'modelContext' in Navigator.prototype",
      returnByValue: true,
    });
    if (result.value !== true) return undefined;
    return [...this.#tools.values()].map(({ name, description, inputSchema, annotations, frameId }) => ({
      name,
      description,
      frame: frameId,
      ...(inputSchema !== undefined && { inputSchema: inputSchema as unknown }),
      ...(annotations?.readOnly && { readOnly: true }),
    }));
  }

  async call(
    session: Session,
    frame: FrameId,
    name: string,
    input: unknown,
    scope: CallScope,
  ): Promise<unknown> {
    const { invocationId } = await session.send(
      'WebMCP.invokeTool',
      { frameId: frame, toolName: name, input },
      scope,
    );
    const { status, output, errorText, exception } = await this.#answer(session, invocationId, scope);
    if (status === 'Completed') return output;
    throw new SightlineError(
      'script-error',
      `The page's tool ${quote(name, 100)} ${status === 'Canceled' ? 'was canceled' : 'failed'}: ${quote(exception?.description ?? errorText ?? 'no reason given', 300)}`,
    );
  }

  async #answer(session: Session, id: string, { signal }: CallScope): Promise<Responded> {
    const early = this.#early.get(id);
    this.#early.delete(id);
    if (early) return early;
    try {
      return await new Promise<Responded>((resolve, reject) => {
        this.#waiting.set(id, resolve);
        signal?.addEventListener(
          'abort',
          () => {
            // It has ended by then, or its page is gone.
            session.send('WebMCP.cancelInvocation', { invocationId: id }).catch(() => undefined);
            reject(signal.reason as Error);
          },
          { once: true },
        );
      });
    } finally {
      this.#waiting.delete(id);
    }
  }
}

function keyOf({ frameId, name }: Pick<Protocol.WebMCP.Tool, 'frameId' | 'name'>): string {
  return `${frameId} ${name}`;
}
