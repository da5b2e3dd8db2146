import { z } from 'zod';
import { jsonText, oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import type { Route } from '../../page/routes.js';
import { clip } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

/** Characters: enough to recognize a body. */
const SHOWN_BODY = 50;

export const routeList = defineTool({
  name: 'browser_route_list',
  summary: "List the routes of the page's context",
  input: { page: inputs.page },
  output: { routes: z.array(z.unknown()) },
  effect: 'read',
  cap: 'network',
  async run({ page: handle }, { agent }) {
    const page = await agent.page(handle);
    const routes = page.context.routes.list();
    const lines = routes.map((each, at) => oneLine(`${at + 1}. ${each.pattern} (${whatOf(each)})`));
    return { page, result: lines.length > 0 ? lines : ['No routes'], data: { routes } };
  },
});

function whatOf({ abort, fulfill, setHeaders = {}, removeHeaders = [] }: Route): string {
  if (abort) return 'fails';
  const { status = 200, body, headers = {} } = fulfill ?? {};
  const shown = Object.entries(fulfill ? headers : setHeaders).map(([name, value]) => `${name}: ${value}`);
  return [
    ...(fulfill ? [`status ${status}`] : []),
    ...(body === undefined ? [] : [`body ${jsonText(clip(body, SHOWN_BODY))}`]),
    ...(shown.length > 0 ? [`headers ${shown.join(', ')}`] : []),
    ...(removeHeaders.length > 0 ? [`without ${removeHeaders.join(', ')}`] : []),
  ].join('; ');
}
