/** Console messages, uncaught exceptions and the browser's own messages about a page. */
import type { Protocol } from 'devtools-protocol';
import type { ConsoleInfo, PageEvent } from '../driver.js';
import type { CdpEvent } from './connection.js';

const LEVELS: Partial<Record<Protocol.Runtime.ConsoleAPICalledEvent['type'], ConsoleInfo['level']>> = {
  debug: 'debug',
  warning: 'warning',
  error: 'error',
  assert: 'error',
};

export class Console {
  readonly #emit: (event: PageEvent) => void;

  constructor(emit: (event: PageEvent) => void) {
    this.#emit = emit;
  }

  on(event: CdpEvent): void {
    switch (event.method) {
      case 'Runtime.consoleAPICalled': {
        const { type, args, stackTrace, timestamp } = event.params;
        const at = stackTrace?.callFrames[0];
        this.#tell({
          level: LEVELS[type] ?? 'info',
          text: args.map(textOf).join(' '),
          source: type === 'warning' ? 'warn' : type,
          url: at?.url ?? '',
          line: lineOf(at?.lineNumber),
          timestamp,
          ...stackOf(stackTrace),
        });
        return;
      }
      case 'Runtime.exceptionThrown': {
        const { exceptionDetails: details, timestamp } = event.params;
        const at = details.stackTrace?.callFrames[0];
        this.#tell({
          level: 'error',
          text: details.exception ? textOf(details.exception) : details.text,
          source: 'exception',
          url: details.url ?? at?.url ?? '',
          line: lineOf(at?.lineNumber ?? details.lineNumber),
          timestamp,
          ...stackOf(details.stackTrace),
        });
        return;
      }
      case 'Log.entryAdded': {
        const { source, level, text, url = '', lineNumber, timestamp } = event.params.entry;
        // The worker's own session reports it too, with its arguments.
        if (source === 'worker') return;
        this.#tell({
          level: level === 'verbose' ? 'debug' : level,
          text,
          source: 'browser',
          url,
          line: lineOf(lineNumber),
          timestamp,
        });
        return;
      }
    }
  }

  #tell(message: ConsoleInfo): void {
    this.#emit({ type: 'console', message });
  }
}

/** CDP counts lines from 0, people and BiDi from 1. */
function lineOf(line: number | undefined): number {
  return (line ?? -1) + 1;
}

function stackOf(trace: Protocol.Runtime.StackTrace | undefined): Pick<ConsoleInfo, 'stack'> {
  if (!trace) return {};
  return {
    stack: trace.callFrames.map(({ functionName, url, lineNumber, columnNumber }) => ({
      function: functionName,
      url,
      line: lineNumber + 1,
      column: columnNumber + 1,
    })),
  };
}

function textOf(object: Protocol.Runtime.RemoteObject): string {
  if (object.type === 'string') return String(object.value);
  if (object.unserializableValue !== undefined) return object.unserializableValue;
  if (object.type === 'undefined') return 'undefined';
  if ('value' in object) return JSON.stringify(object.value) ?? 'undefined';
  return (object.preview && previewOf(object.preview)) ?? object.description ?? object.type;
}

function previewOf(preview: Protocol.Runtime.ObjectPreview): string | undefined {
  const more = preview.overflow ? ', …' : '';
  if (preview.subtype === 'array')
    return `[${preview.properties.map((property) => property.value ?? property.type).join(', ')}${more}]`;
  // For errors, dates, nodes and maps, their own description says more than their properties.
  if (preview.subtype !== undefined || preview.type !== 'object') return undefined;
  return `{${preview.properties.map(({ name, value, type }) => `${name}: ${value ?? type}`).join(', ')}${more}}`;
}
