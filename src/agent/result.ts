/**
 * The one place where an answer becomes text. It is built from data, section by section, in an order that
 * agents know from Playwright MCP; strings of the page go through `oneLine`, and every line through `ourLine`, so
 * none can start a section.
 */
import { isSightlineError, reasonOf } from '../errors.js';
import { agentHint } from './hints.js';
import type { StateReport } from './state/browser-state.js';
import { lines, oneLine, ourLine } from './text-line.js';
import type { Image } from './tool.js';

export interface TabLine {
  index: number;
  current: boolean;
  handle: string;
  title: string;
  url: string;
}

export interface PageLine {
  handle: string;
  /** There is no other page, and this is what refs without a page mean: its handle says nothing. */
  only: boolean;
  url: string;
  title: string;
}

export interface Answer {
  error?: unknown;
  result?: string[];
  code?: string[];
  tabs?: TabLine[];
  page?: PageLine;
  /** What waits for an answer before anything else can be done. */
  modal?: string[];
  /** What it is, and the text; or one line about it. */
  snapshot?: { heading: string; text?: string };
  /** The page's files; never what is in them. */
  state?: StateReport;
  events?: string[];
  images?: Image[];
}

/** Addresses are for telling pages apart; `data:` ones can be megabytes. */
const MAX_URL = 500;
const MAX_TITLE = 200;

export function renderAnswer(answer: Answer): string {
  const sections: string[] = [];
  const section = (title: string, body: string[] | undefined) => {
    if (body && body.length > 0) sections.push(`### ${title}\n${body.join('\n')}`);
  };
  if (answer.error !== undefined) section('Error', [errorText(answer.error)]);
  section('Result', answer.result?.map(ourLine));
  if (answer.code && answer.code.length > 0)
    section('Ran Playwright code', ['```js', ...answer.code.map(ourLine), '```']);
  section('Open tabs', answer.tabs?.map(tabLine));
  if (answer.page) section('Page', pageLines(answer.page));
  section(
    'Modal state',
    answer.modal?.map((line) => ourLine(`- ${line}`)),
  );
  if (answer.snapshot) section('Snapshot', snapshotLines(answer.snapshot));
  if (answer.state) section('Browser State', stateLines(answer.state));
  section(
    'Events',
    answer.events?.map((line) => ourLine(`- ${line}`)),
  );
  return sections.join('\n');
}

/** `- 1: (current) c0p1 [Title](https://…)`: what comes before the title is ours. */
export function tabLine({ index, current, handle, title, url }: TabLine): string {
  const name = oneLine(title, MAX_TITLE).replace(/[[\]\\]/g, '\\$&');
  return `- ${index}: ${current ? '(current) ' : ''}${handle} [${name}](${oneLine(url, MAX_URL)})`;
}

function pageLines({ handle, only, url, title }: PageLine): string[] {
  return [
    ...(only ? [] : [`- Page: ${handle}`]),
    `- Page URL: ${oneLine(url, MAX_URL)}`,
    ...(title === '' ? [] : [`- Page Title: ${oneLine(title, MAX_TITLE)}`]),
  ];
}

/** Every line of a tree starts with a dash or is set in, and holds no line end of the page: it is safe as it is. */
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
  // What a script throws is all the page's.
  const message = error.code === 'script-error' ? oneLine(error.message) : error.message;
  return `${lines(`Error (${error.code}): ${message}`)}\nNext: ${ourLine(agentHint(error))}`;
}
