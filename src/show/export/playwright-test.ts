/**
 * A run as a test for Playwright's test runner. The statements are those of the answers, with locators in place of refs.
 * New URLs are waited for as they were seen, and the end of the run is asserted: URL, title, heading and messages.
 */
import { literal } from '../../agent/text-line.js';
import type { RunStep } from '../run.js';
import { landmarksOf } from './chosen-steps.js';

export interface TestOptions {
  name: string;
  /** For the comment at the top. */
  source: string;
  /** The tree after the last step. */
  finalTree?: string | undefined;
  /** A page has shadow roots, which may be closed. */
  hasShadow?: boolean;
}

export interface Exported {
  text: string;
  /** Steps that could not be written, one line each. */
  leftOut: string[];
}

/** Text for a password field is not in a trail. */
const MASKED = "'***'";
const PASSWORD = "process.env.SIGHTLINE_PASSWORD ?? ''";

/** Sightline reaches into closed shadow roots. Playwright does not. */
const OPEN_SHADOW = [
  '  // Playwright only finds elements in open shadow roots.',
  '  await page.context().addInitScript(() => {',
  '    const attach = Element.prototype.attachShadow;',
  '    Element.prototype.attachShadow = function (init) {',
  "      return attach.call(this, { ...init, mode: 'open' });",
  '    };',
  '  });',
];

export function playwrightTest(
  steps: readonly RunStep[],
  { name, source, finalTree, hasShadow }: TestOptions,
): Exported {
  const leftOut: string[] = [];
  const pages = new PageNames();
  const body = steps.flatMap((step, at) => {
    if (isDoneBefore(step)) return [];
    const written = statementsOf(step, steps[at + 1], pages);
    if (written.length === 0) {
      leftOut.push(`Step ${step.step} (${step.tool}) has no Playwright code`);
      return [`// ${leftOut.at(-1)}.`];
    }
    return [`// ${step.step}. ${step.tool.replace(/^browser_/, '').replaceAll('_', ' ')}`, ...written];
  });
  const last = steps.findLast(({ page }) => page);
  const lines = [
    `// ${source}`,
    ...(body.some((line) => line.includes(PASSWORD))
      ? ['// The trail has no passwords: set SIGHTLINE_PASSWORD to run this.']
      : []),
    "import { expect, test } from '@playwright/test';",
    '',
    `test(${literal(name)}, async ({ page }) => {`,
    ...(hasShadow ? OPEN_SHADOW : []),
    ...body.map((line) => `  ${line}`),
    ...(last ? ['  // The end', ...finalAssertions(last, pages, finalTree).map((line) => `  ${line}`)] : []),
    '});',
    '',
  ];
  return { text: lines.join('\n'), leftOut };
}

/** The first page is `page`; others are `page2`, … */
class PageNames {
  readonly #names = new Map<string, string>();

  has(handle: string): boolean {
    return this.#names.has(handle);
  }

  of(handle: string | undefined): string {
    if (handle === undefined) return 'page';
    const known = this.#names.get(handle);
    if (known !== undefined) return known;
    const name = this.#names.size === 0 ? 'page' : `page${this.#names.size + 1}`;
    this.#names.set(handle, name);
    return name;
  }
}

/** Dialogs and file choosers are answered with the step that opens them, and every statement names its page. */
const isDoneBefore = ({ tool, args, code = [] }: RunStep): boolean =>
  tool === 'browser_handle_dialog' ||
  (tool === 'browser_tabs' && /select|list/.test(String(Object(args).action))) ||
  code.some((line) => line.startsWith('await fileChooser.'));

function statementsOf(step: RunStep, next: RunStep | undefined, pages: PageNames): string[] {
  const { code = [], page, previous, answer } = step;
  const handle = page?.handle;
  const isNew = handle !== undefined && !pages.has(handle);
  const name = pages.of(handle);
  const own = code.filter(isRunnable).map((line) => inPage(line, name).replaceAll(MASKED, PASSWORD));
  if (own.length === 0) return [];
  const opened = isNew && name !== 'page' ? [`const ${name} = await page.context().newPage();`] : [];
  const [, popup] = new RegExp(`^- Page ${handle} opened (c\\d+p\\d+)(?=:|$)`, 'm').exec(answer) ?? [];
  const statements = withChooser(own, next, name);
  return [
    ...opened,
    ...dialogAnswer(next, name),
    ...(popup === undefined ? statements : withPopup(statements, name, pages.of(popup), step.step)),
    ...(previous && page && previous.page?.url !== page.url ? urlAssertion(name, page.url) : []),
  ];
}

/** A masked URL is not the real one. */
function urlAssertion(name: string, url: string): string[] {
  return /<secret>|\*\*\*/.test(url) ? [] : [`await expect(${name}).toHaveURL(${literal(url)});`];
}

/** Playwright knows no refs, and a test needs no screenshots. */
const isRunnable = (line: string): boolean =>
  !line.includes("locator('ref=") && !/\.(?:screenshot|pdf)\(\{ path/.test(line);

function withPopup(statements: string[], opener: string, popup: string, step: number): string[] {
  return [
    `const opening${step} = ${opener}.waitForEvent('popup');`,
    ...statements,
    `const ${popup} = await opening${step};`,
  ];
}

function withChooser(statements: string[], next: RunStep | undefined, name: string): string[] {
  const chosen = next?.code?.find((line) => line.startsWith('await fileChooser.'));
  if (!next || chosen === undefined) return statements;
  return [
    `const choosing${next.step} = ${name}.waitForEvent('filechooser');`,
    ...statements,
    chosen.replace('await fileChooser.', `await (await choosing${next.step}).`),
  ];
}

function dialogAnswer(next: RunStep | undefined, name: string): string[] {
  if (next?.tool !== 'browser_handle_dialog') return [];
  const { accept, promptText } = Object(next.args);
  const answer =
    accept === true ? `accept(${typeof promptText === 'string' ? literal(promptText) : ''})` : 'dismiss()';
  return [`${name}.once('dialog', (dialog) => dialog.${answer});`];
}

function finalAssertions({ page }: RunStep, pages: PageNames, tree = ''): string[] {
  if (!page) return [];
  const name = pages.of(page.handle);
  const { heading, messages } = landmarksOf(tree);
  return [
    ...urlAssertion(name, page.url),
    ...(page.title === '' ? [] : [`await expect(${name}).toHaveTitle(${literal(page.title)});`]),
    ...(heading === undefined
      ? []
      : [`await expect(${name}.getByRole('heading', { name: ${literal(heading)} }).first()).toBeVisible();`]),
    ...messages.map(
      ({ role, text }) => `await expect(${name}.getByRole('${role}')).toContainText(${literal(text)});`,
    ),
  ];
}

/** Names the page, outside of strings. */
function inPage(statement: string, name: string): string {
  if (name === 'page') return statement;
  return statement.replace(/'(?:[^'\\]|\\.)*'|(?<![\w.])page(?=[.)])/g, (part) =>
    part.startsWith("'") ? part : name,
  );
}
