/**
 * Positions in the sources that a script was built from. The script is read from what the browser keeps of its
 * response; its source map is in it or fetched as the document would.
 */
import { SourceMap, type SourceMapPayload } from 'node:module';
import type { StackFrame } from '../driver/driver.js';
import type { CallLimits } from './deadline.js';
import type { Page } from './page.js';

/** Characters. Maps of large applications have some ten millions. */
const MAX_MAP = 30_000_000;
const COMMENT = /^\s*(?:\/\/|\/\*)[#@] sourceMappingURL=(\S+?)\s*(?:\*\/)?\s*$/gm;

export class SourceMaps {
  readonly #page: Page;
  readonly #limits: CallLimits;
  readonly #maps = new Map<string, Promise<SourceMap | undefined>>();

  constructor(page: Page, limits: CallLimits) {
    this.#page = page;
    this.#limits = limits;
  }

  /** The frame in its source; the frame itself where there is no map. */
  async originalOf(frame: StackFrame): Promise<StackFrame> {
    const map = await this.#mapOf(frame.url);
    const found = map?.findEntry(frame.line - 1, frame.column - 1);
    if (!found || !('originalSource' in found) || !found.originalSource) return frame;
    const { originalSource, originalLine, originalColumn } = found;
    return {
      function: frame.function,
      url: originalSource,
      line: originalLine + 1,
      column: originalColumn + 1,
    };
  }

  #mapOf(script: string): Promise<SourceMap | undefined> {
    let map = this.#maps.get(script);
    if (!map) {
      // Without a map the built position is shown.
      map = this.#load(script).catch(() => undefined);
      this.#maps.set(script, map);
    }
    return map;
  }

  async #load(script: string): Promise<SourceMap | undefined> {
    const address = await this.#addressOf(script);
    const text = address && (await this.#textAt(address));
    if (!text) return undefined;
    // A prefix against inclusion as a script, by the specification.
    const payload = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, '')) as SourceMapPayload; // or it throws later
    return new SourceMap(payload);
  }

  /** By its header or its last comment. */
  async #addressOf(script: string): Promise<string | undefined> {
    const entry = this.#page.log.network.findLast(({ request }) => request.url === script);
    if (!entry) return undefined;
    const header = Object.entries(entry.response?.headers ?? {}).find(([name]) =>
      /^(?:x-)?sourcemap$/i.test(name),
    );
    const named = header?.[1] ?? (await this.#comment(entry.request.id));
    return named !== undefined && URL.canParse(named, script) ? new URL(named, script).href : undefined;
  }

  async #comment(request: string): Promise<string | undefined> {
    const bytes = await this.#page.responseBody(request, this.#limits);
    const text = bytes ? new TextDecoder().decode(bytes) : '';
    return [...text.matchAll(COMMENT)].at(-1)?.[1];
  }

  async #textAt(address: string): Promise<string | undefined> {
    if (address.startsWith('data:')) return dataText(address);
    const { mainFrame } = this.#page;
    const reply = await mainFrame.call('fetchText', { url: address, maxLength: MAX_MAP }, this.#limits);
    return reply.ok ? reply.text : undefined;
  }
}

function dataText(url: string): string {
  const comma = url.indexOf(',');
  const data = url.slice(comma + 1);
  return /;base64$/i.test(url.slice(0, comma))
    ? Buffer.from(data, 'base64').toString()
    : decodeURIComponent(data);
}
