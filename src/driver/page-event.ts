/** What a driver reports about a page. */
import type { DocumentId, FrameId } from './ids.js';

export type PageEvent =
  | { type: 'frame-attached'; frame: FrameInfo }
  | { type: 'frame-detached'; frame: FrameId }
  /** A document committed or, within the same document, its URL changed. */
  | { type: 'frame-navigated'; frame: FrameInfo; sameDocument: boolean }
  | { type: 'load-state'; frame: FrameId; document: DocumentId; state: 'interactive' | 'complete' }
  | { type: 'dialog-opened'; dialog: DialogInfo }
  | { type: 'dialog-closed'; accepted: boolean }
  | { type: 'console'; message: ConsoleInfo }
  | { type: 'request'; request: RequestInfo }
  | { type: 'response'; id: string; response: ResponseInfo }
  /** What was sent and received, where that is reported later than the request and the response. */
  | { type: 'headers'; id: string; request?: Record<string, string>; response?: Record<string, string> }
  | { type: 'request-ended'; id: string; error?: string }
  /** Of an open WebSocket; only where the protocol has it (`DriverPage.reportsSocketMessages`). */
  | { type: 'socket-message'; id: string; message: SocketMessage }
  /** A file chooser is about to be reported; only where it takes time to look up its input. */
  | { type: 'file-chooser-opening' }
  /** A file input asked for files; the browser's own chooser is suppressed. */
  | { type: 'file-chooser'; frame: FrameId; multiple: boolean; input: RemoteHandle | undefined }
  | { type: 'download-started'; id: string; url: string; suggestedName: string }
  | { type: 'download-ended'; id: string; path?: string; error?: string }
  /** A page opened by this one is about to be announced; sent only where announcing it takes time. */
  | { type: 'popup-opening'; url: string }
  /** The page offers new tools to agents (WebMCP). */
  | { type: 'page-tools'; names: string[] }
  | { type: 'crashed' }
  | { type: 'closed' };

export interface DialogInfo {
  kind: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  defaultValue: string;
}

export interface ConsoleInfo {
  level: 'debug' | 'info' | 'warning' | 'error';
  /** The arguments of `console.log` as text, or the message of an uncaught exception. */
  text: string;
  /** The console method (`log`, `dir`, …) or `exception`. */
  source: string;
  url: string;
  line: number;
  timestamp: number;
  /** Where it was said or thrown, innermost first. */
  stack?: StackFrame[];
}

export interface StackFrame {
  /** Empty at the top of a script. */
  function: string;
  url: string;
  /** Both from 1. */
  line: number;
  column: number;
}

export interface RequestInfo {
  id: string;
  frame: FrameId | undefined;
  url: string;
  method: string;
  /** `document`, `script`, `stylesheet`, `image`, `font`, `xhr`, `fetch`, `media`, `websocket`, `eventsource`, `other`. */
  resourceType: string;
  isNavigation: boolean;
  headers: Record<string, string>;
  /** The id of the request that was redirected to this one. */
  redirectedFrom?: string;
  timestamp: number;
}

export interface ResponseInfo {
  url: string;
  status: number;
  statusText: string;
  mimeType: string;
  headers: Record<string, string>;
  fromCache: boolean;
}

/** A tool that a document offers to agents. Everything in it is the page's. */
export interface PageTool {
  name: string;
  description: string;
  frame: FrameId;
  /** JSON Schema. */
  inputSchema?: unknown;
  readOnly?: boolean;
}

export interface SocketMessage {
  sent: boolean;
  /** Text; of a binary message, its bytes in base64. */
  data: string;
  binary: boolean;
  /** Milliseconds since 1970. */
  timestamp: number;
}

export interface FrameInfo {
  readonly id: FrameId;
  readonly parent: FrameId | null;
  readonly url: string;
  /** The frame's name (`window.name` at creation, the `name` attribute). Empty if there is none. */
  readonly name: string;
  readonly document: DocumentId;
  readonly loadState: LoadState;
  /** Whether the document is the browser's own page about a failed load. Undefined: only the document knows. */
  readonly failed?: boolean;
  /** For debugging, if the protocol has them: the CDP session and execution context, the BiDi realm. */
  readonly session?: string | undefined;
  readonly executionContext?: number | string | undefined;
}

/** `loading`: committed; `interactive`: DOMContentLoaded; `complete`: load. */
export type LoadState = 'loading' | 'interactive' | 'complete';

/** An object that the browser keeps alive for us. */
export interface RemoteHandle {
  readonly frame: FrameId;
  /** CDP's objectId, BiDi's sharedId. */
  readonly id: string;
  readonly backendNodeId?: number | undefined;
}
