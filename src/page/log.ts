import type {
  ConsoleInfo,
  FrameId,
  PageEvent,
  RequestInfo,
  ResponseInfo,
  SocketMessage,
} from '../driver/driver.js';
import { clip } from '../tree/quote.js';

export type { ConsoleInfo, StackFrame } from '../driver/driver.js';

export interface NetworkEntry {
  request: RequestInfo;
  response?: ResponseInfo;
  /** Absent while it runs; null if it succeeded; for one that the origin rules block, their reason. */
  error?: string | null;
  /** It ran when its document was left. Browsers do not always report the end of such a request, as of an icon. */
  left?: boolean;
  /** When the response began and when all of it was there, in milliseconds since 1970. */
  respondedAt?: number;
  endedAt?: number;
  /** Of a WebSocket: the last ones. */
  messages?: SocketMessage[];
  /** How many have been dropped. */
  droppedMessages?: number;
}

/** The oldest are dropped first: a page that logs all day must not fill the memory. */
const KEPT = 1_000;
/** Of one WebSocket, and characters of each. */
const KEPT_MESSAGES = 200;
const MAX_MESSAGE = 20_000;

/** The console messages and network requests of a page. */
export class PageLog {
  readonly #console: ConsoleInfo[] = [];
  readonly #network = new Map<string, NetworkEntry>();
  #droppedConsole = 0;
  #droppedNetwork = 0;
  readonly #refusal: (url: string) => string | undefined;

  /** `refusal`: why a URL may not be requested. */
  constructor(refusal: (url: string) => string | undefined) {
    this.#refusal = refusal;
  }

  get console(): readonly ConsoleInfo[] {
    return this.#console;
  }

  get network(): NetworkEntry[] {
    return [...this.#network.values()];
  }

  /** How many have been dropped. */
  get dropped(): { console: number; network: number } {
    return { console: this.#droppedConsole, network: this.#droppedNetwork };
  }

  record(event: PageEvent): void {
    switch (event.type) {
      case 'console':
        this.#console.push(event.message);
        if (this.#console.length > KEPT) {
          this.#console.shift();
          this.#droppedConsole++;
        }
        break;
      case 'request':
        this.#network.set(event.request.id, this.#entryOf(event.request));
        if (this.#network.size > KEPT) {
          const [oldest] = this.#network.keys();
          if (oldest !== undefined) this.#network.delete(oldest);
          this.#droppedNetwork++;
        }
        break;
      case 'response': {
        const entry = this.#network.get(event.id);
        if (!entry) break;
        entry.response = event.response;
        entry.respondedAt ??= Date.now();
        break;
      }
      case 'headers': {
        const entry = this.#network.get(event.id);
        if (!entry) break;
        // In place: who holds a request knows it again.
        if (event.request) entry.request.headers = event.request;
        if (event.response && entry.response) entry.response.headers = event.response;
        break;
      }
      case 'request-ended': {
        const entry = this.#network.get(event.id);
        if (!entry) break;
        entry.error ??= event.error ?? null;
        entry.endedAt ??= Date.now();
        break;
      }
      case 'frame-navigated':
        if (!event.sameDocument) this.#leave(event.frame.id);
        break;
      case 'frame-detached':
        this.#leave(event.frame);
        break;
      case 'socket-message': {
        const entry = this.#network.get(event.id);
        if (entry) keepMessage(entry, event.message);
        break;
      }
    }
  }

  #leave(frame: FrameId): void {
    for (const entry of this.#network.values())
      if (entry.error === undefined && entry.request.frame === frame && !entry.request.isNavigation)
        entry.left = true;
  }

  #entryOf(request: RequestInfo): NetworkEntry {
    const refusal = this.#refusal(request.url);
    return { request, ...(refusal !== undefined && { error: `blocked by the origin rules: ${refusal}` }) };
  }
}

function keepMessage(entry: NetworkEntry, message: SocketMessage): void {
  entry.messages ??= [];
  entry.messages.push({ ...message, data: clip(message.data, MAX_MESSAGE) });
  if (entry.messages.length <= KEPT_MESSAGES) return;
  entry.messages.shift();
  entry.droppedMessages = (entry.droppedMessages ?? 0) + 1;
}
