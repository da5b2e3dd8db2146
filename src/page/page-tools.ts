/** Tools that a page offers to agents (WebMCP). */
import type { DriverPage, FrameId, PageTool } from '../driver/driver.js';
import { SightlineError } from '../errors.js';
import { quote } from '../tree/quote.js';
import { type CallLimits, withDeadline } from './deadline.js';

const DEFAULT_TIMEOUT = 30_000;

interface OfferingPage {
  readonly driver: Pick<DriverPage, 'pageTools' | 'callPageTool'>;
  frame(handle: string): { readonly id: FrameId };
  frameById(id: FrameId): { readonly handle: string } | undefined;
  unlessDialog<T>(promise: Promise<T>): Promise<T>;
}

export interface CallToolOptions extends CallLimits {
  /** The handle of the frame that offers it, where several do. */
  frame?: string;
}

export async function toolsOf(page: OfferingPage): Promise<PageTool[]> {
  const tools = await page.driver.pageTools?.();
  if (tools)
    return tools.map(({ frame, ...tool }) => ({ ...tool, frame: page.frameById(frame)?.handle ?? '' }));
  throw new SightlineError('unsupported', 'This browser does not let pages offer tools (WebMCP)', {
    hint: 'Use Chromium with --caps webmcp (webMcp: true in the library), and a page with HTTPS or on localhost.',
  });
}

export async function callToolOf(
  page: OfferingPage,
  name: string,
  input: unknown,
  { frame, ...limits }: CallToolOptions,
): Promise<unknown> {
  const tool = theTool(await toolsOf(page), name, frame);
  return withDeadline(`the page's tool ${quote(name, 100)}`, limits, DEFAULT_TIMEOUT, (deadline) =>
    deadline.race(
      page.unlessDialog(
        page.driver.callPageTool?.(page.frame(tool.frame).id, name, input, {
          signal: deadline.signal,
          timeout: 0,
        }) ?? Promise.resolve(),
      ),
    ),
  );
}

function theTool(tools: readonly PageTool[], name: string, frame: string | undefined): PageTool {
  const found = tools.filter((tool) => tool.name === name && (frame === undefined || tool.frame === frame));
  const [tool, ...others] = found;
  if (tool && others.length === 0) return tool;
  throw new SightlineError(
    'bad-argument',
    tool
      ? `${found.length} frames offer the tool ${quote(name, 100)}: ${found.map((each) => each.frame).join(', ')}`
      : `The page offers no tool ${quote(name, 100)}`,
    {
      hint: `Its tools: ${tools.map((each) => `${quote(each.name, 100)} (${each.frame})`).join(', ') || 'none'}.`,
    },
  );
}
