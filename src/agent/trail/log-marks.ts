/** The console messages and requests of a step: what the pages of an agent logged since it began. */
import type { Page } from '../../page/page.js';
import { clip } from '../../tree/quote.js';
import type { StepMessage, StepRequest } from './record.js';

/** Of each kind and step; a page may log thousands. */
const MOST = 200;
const MAX_TEXT = 2_000;
const MAX_URL = 2_000;

export class LogMarks {
  readonly #marks = new Map<Page, { console: number; network: number }>();

  constructor(pages: readonly Page[]) {
    for (const page of pages) this.#marks.set(page, endOf(page));
  }

  /** Pages that were not open when the step began count from their start. */
  since(pages: readonly Page[]): { console: StepMessage[]; requests: StepRequest[] } {
    const console: StepMessage[] = [];
    const requests: StepRequest[] = [];
    for (const page of new Set([...this.#marks.keys(), ...pages])) {
      const from = this.#marks.get(page) ?? { console: 0, network: 0 };
      const { log, handle } = page;
      const { dropped } = log;
      const newest = <T>(all: readonly T[], at: number): T[] => all.slice(Math.max(0, at)).slice(0, MOST);
      for (const { level, text, url, line } of newest(log.console, from.console - dropped.console))
        console.push({ page: handle, level, text: clip(text, MAX_TEXT), url: clip(url, MAX_URL), line });
      for (const { request, response, error } of newest(log.network, from.network - dropped.network))
        requests.push({
          page: handle,
          method: request.method,
          url: clip(request.url, MAX_URL),
          type: request.resourceType,
          ...(response && { status: response.status, mimeType: response.mimeType }),
          ...(typeof error === 'string' && { error }),
        });
    }
    return { console: console.slice(0, MOST), requests: requests.slice(0, MOST) };
  }
}

function endOf({ log }: Page): { console: number; network: number } {
  const { dropped } = log;
  return {
    console: dropped.console + log.console.length,
    network: dropped.network + log.network.length,
  };
}
