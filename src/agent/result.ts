/**
 * Renders every answer as text, in the section order of Playwright MCP. Page strings pass through `oneLine` and every
 * line through `ourLine`, so no page can start a section.
 */
import { isSightlineError, reasonOf } from '../errors.js';
import { agentHint } from './hints.js';
import type { StateReport } from './state/browser-state.js';
import { lines, oneLine, ourLine } from './text-line.js';

export interface TabLine {
  index: number;
  current: boolean;
  handle: string;
  title: string;
  url: string;
}

export interface PageLine {
  handle: string;
  /** The only page, and the one that short refs mean: its handle is left out. */
  only: boolean;
  url: string;
  title: string;
  /** HTTP status of the document, unless it is a success. */
  status?: string;
  /** Why the document could not be loaded: `url` is its address, and the browser shows a page of its own. */
  failure?: string;
  isPdf?: boolean;
}

export interface Image {
  data: Uint8Array;
  mimeType: string;
}

export interface Answer {
  error?: unknown;
  result?: string[];
  /** Markdown of the page. */
  document?: string;
  /** The equivalent Playwright code, and the language of its block. */
  code?: { fence: string; statements: string[] };
  tabs?: TabLine[];
  page?: PageLine;
  /** Open dialogs and file choosers. */
  modal?: string[];
  /** Without text, only the heading is shown. */
  snapshot?: { heading: string; text?: string };
  /** Paths of the state files. */
  state?: StateReport;
  events?: string[];
  images?: Image[];
  /** Marks the parts that may come from a page: everything but our code and the paths of state files. */
  fence?: string;
}

/** Characters. `data:` URLs can be megabytes. */
const MAX_URL = 500;
const MAX_TITLE = 200;

export const CODE_TITLE = 'Ran Playwright code';
const STATE_TITLE = 'Browser State';
const OURS: ReadonlySet<string> = new Set([CODE_TITLE, STATE_TITLE]);

export function renderAnswer(answer: Answer): string {
  const sections: string[] = [];
  const { fence } = answer;
  const section = (title: string, body: string[] | undefined) => {
    if (!body || body.length === 0) return;
    const fenced = fence !== undefined && !OURS.has(title);
    const all = fenced ? [`<page-content-${fence}>`, ...body, `</page-content-${fence}>`] : body;
    sections.push(`### ${title}\n${all.join('\n')}`);
  };
  if (answer.error !== undefined) section('Error', [errorText(answer.error)]);
  section('Result', answer.result?.map(ourLine));
  if (answer.document !== undefined) section('Content', documentLines(answer.document));
  if (answer.code && answer.code.statements.length > 0)
    section(CODE_TITLE, [`\`\`\`${answer.code.fence}`, ...answer.code.statements.map(ourLine), '```']);
  section(
    'Open tabs',
    answer.tabs?.map((tab) => tabLine(tab, answer.page)),
  );
  if (answer.page) section('Page', pageLines(answer.page));
  section(
    'Modal state',
    answer.modal?.map((line) => ourLine(`- ${line}`)),
  );
  if (answer.snapshot) section('Snapshot', snapshotLines(answer.snapshot));
  if (answer.state) section(STATE_TITLE, stateLines(answer.state));
  section(
    'Events',
    answer.events?.map((line) => ourLine(`- ${line}`)),
  );
  return sections.join('\n');
}

/** `- 1: (current) c0p1 [Title](https://…)`; title and address are left out where they follow. */
function tabLine({ index, current, handle, title, url }: TabLine, page: PageLine | undefined): string {
  const tab = `- ${index}: ${current ? '(current) ' : ''}${handle}`;
  if (page?.handle === handle && page.url === url && page.title === title) return tab;
  const name = oneLine(title, MAX_TITLE).replace(/[[\]\\]/g, '\\$&');
  return `${tab} [${name}](${oneLine(url, MAX_URL)})`;
}

function pageLines({ handle, only, url, title, status, failure, isPdf }: PageLine): string[] {
  return [
    ...(only ? [] : [`- Page: ${handle}`]),
    `- Page URL: ${oneLine(url, MAX_URL)}`,
    ...(title === '' ? [] : [`- Page Title: ${oneLine(title, MAX_TITLE)}`]),
    ...(status === undefined ? [] : [`- HTTP status: ${oneLine(status, MAX_TITLE)}`]),
    ...(failure === undefined
      ? []
      : [`- Not loaded: ${oneLine(failure, MAX_TITLE)}; what follows is the browser's own error page`]),
    ...(isPdf
      ? ["- Document: a PDF in the browser's viewer; a screenshot shows what the snapshot lacks"]
      : []),
  ];
}

/** In a fence that is longer than any in it, so that nothing of the page ends it. */
function documentLines(markdown: string): string[] {
  const longest = Math.max(2, ...[...markdown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}markdown`, markdown.trimEnd(), fence];
}

/** The tree needs no escaping: its lines start with a dash or a space and contain no line breaks of the page. */
function snapshotLines({ heading, text }: { heading: string; text?: string }): string[] {
  return text === undefined ? [ourLine(heading)] : [ourLine(heading), '```yaml', text.trimEnd(), '```'];
}

function stateLines(state: StateReport): string[] {
  if ('failure' in state) return [ourLine(`- Not written: ${state.failure}`)];
  const { dom, tree, diff } = state;
  const files = [`- DOM: ${dom}`, `- Accessibility tree: ${tree}`];
  if ('file' in diff) files.push(`- Diff: ${diff.file}`);
  else if (diff.none !== 'first capture') files.push(`- Diff: none (${diff.none})`);
  return files.map(ourLine);
}

function errorText(error: unknown): string {
  if (!isSightlineError(error)) return lines(`Error: ${reasonOf(error)}`);
  // The page controls the whole message of a script error.
  const message = error.code === 'script-error' ? oneLine(error.message) : error.message;
  return `${lines(`Error (${error.code}): ${message}`)}\nNext: ${ourLine(agentHint(error))}`;
}
