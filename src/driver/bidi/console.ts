/** Console messages, uncaught exceptions and the browser's own messages about a page. */
import type { Log, Script } from 'webdriver-bidi-protocol';
import type { ConsoleInfo, PageEvent } from '../driver.js';
import type { BidiEvent } from './connection.js';

const LEVELS: Record<Log.Level, ConsoleInfo['level']> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

export class Console {
  readonly #emit: (event: PageEvent) => void;

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  on(event: BidiEvent): void {
    if (event.method !== 'log.entryAdded') return;
    const entry = event.params;
    const at = entry.stackTrace?.callFrames[0];
    const message: ConsoleInfo = {
      level: LEVELS[entry.level],
      text: isConsole(entry) ? textOfArguments(entry) : (entry.text ?? ''),
      source: isConsole(entry) ? entry.method : entry.type === 'javascript' ? 'exception' : 'browser',
      url: at?.url ?? '',
      // BiDi counts lines from 0, people from 1.
      line: (at?.lineNumber ?? -1) + 1,
      timestamp: entry.timestamp,
      ...(entry.stackTrace && {
        stack: entry.stackTrace.callFrames.map(({ functionName, url, lineNumber, columnNumber }) => ({
          function: functionName,
          url,
          line: lineNumber + 1,
          column: columnNumber + 1,
        })),
      }),
    };
    this.#emit({ type: 'console', message });
  }
}

function isConsole(entry: Log.Entry): entry is Log.ConsoleLogEntry {
  return entry.type === 'console';
}

/** Firefox's own text shows only the type of an object; for errors it is the only place with the message. */
function textOfArguments({ args, text }: Log.ConsoleLogEntry): string {
  const parts = args.map((value) => textOf(value));
  return parts.includes(undefined) ? (text ?? '') : parts.join(' ');
}

/** Undefined if the protocol sends nothing that could be shown. */
function textOf(value: Script.RemoteValue): string | undefined {
  switch (value.type) {
    case 'undefined':
    case 'null':
      return value.type;
    case 'string':
    case 'date':
      return value.value;
    case 'number':
    case 'boolean':
      return String(value.value);
    case 'bigint':
      return `${value.value}n`;
    case 'regexp':
      return `/${value.value.pattern}/${value.value.flags ?? ''}`;
    case 'array':
      return value.value ? `[${value.value.map(shownInside).join(', ')}]` : '[…]';
    case 'object':
      return value.value
        ? `{${value.value.map(([key, item]) => `${keyOf(key)}: ${shownInside(item)}`).join(', ')}}`
        : '{…}';
    case 'node':
      return value.value?.localName === undefined ? 'node' : `<${value.value.localName}>`;
    case 'error':
      return undefined;
    default:
      return value.type;
  }
}

function shownInside(value: Script.RemoteValue): string {
  return textOf(value) ?? value.type;
}

function keyOf(key: Script.RemoteValue | string): string {
  return typeof key === 'string' ? key : shownInside(key);
}
