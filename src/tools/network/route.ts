import { z } from 'zod';
import { jsonText, literal } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import { SightlineError } from '../../errors.js';
import type { Route } from '../../page/routes.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

export const route = defineTool({
  name: 'browser_route',
  summary: "Answer requests of the page's context (status, body), abort them, or change their headers",
  input: {
    pattern: z.string().min(1).describe('URL glob, e.g. **/api/users or **/*.{png,jpg}'),
    status: z.int().min(100).max(599).optional().describe('Default: 200'),
    body: z.string().optional(),
    contentType: z.string().optional(),
    headers: z
      .array(z.string())
      .optional()
      .describe(
        '"Name: Value", of the response if status, body or contentType is given, else of the request',
      ),
    removeHeaders: z.string().optional().describe('Comma-separated names to remove from the request'),
    abort: z.boolean().optional(),
    page: inputs.page,
  },
  effect: 'act',
  cap: 'network',
  examples: [{ pattern: '**/api/users', body: '[]' }],
  async run({ page: handle, ...given }, { agent }) {
    const added = routeOf(given);
    const page = await agent.page(handle);
    await page.context.routes.add(added);
    return {
      page,
      result: [`Route added for ${quote(given.pattern, 300)}`],
      code: [`await page.context().route(${literal(given.pattern)}, ${codeOf(added)});`],
      show: 'none',
    };
  },
});

interface Given {
  pattern: string;
  status?: number | undefined;
  body?: string | undefined;
  contentType?: string | undefined;
  headers?: string[] | undefined;
  removeHeaders?: string | undefined;
  abort?: boolean | undefined;
}

function routeOf({ pattern, status, body, contentType, headers = [], removeHeaders, abort }: Given): Route {
  if (abort) return { pattern, abort };
  const named = Object.fromEntries(headers.map(headerOf));
  if (status !== undefined || body !== undefined || contentType !== undefined)
    return {
      pattern,
      fulfill: {
        ...(status !== undefined && { status }),
        ...(body !== undefined && { body }),
        headers: { ...(contentType !== undefined && { 'content-type': contentType }), ...named },
      },
    };
  const names = (removeHeaders ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (headers.length === 0 && names.length === 0)
    throw new SightlineError(
      'bad-argument',
      'Give status, body, contentType, headers, removeHeaders or abort',
    );
  return { pattern, setHeaders: named, removeHeaders: names };
}

function headerOf(text: string): [name: string, value: string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new SightlineError('bad-argument', `A header must be "Name: Value", not ${quote(text, 100)}`);
  return [name, value];
}

function codeOf({ abort, fulfill, setHeaders, removeHeaders = [] }: Route): string {
  if (abort) return 'route => route.abort()';
  if (fulfill) return `route => route.fulfill(${jsonText(fulfill)})`;
  const removed = removeHeaders.map((name) => `${jsonText(name)}: undefined`).join(', ');
  const set = jsonText(setHeaders).slice(1, -1);
  const all = ['...route.request().headers()', set, removed].filter((part) => part !== '').join(', ');
  return `route => route.continue({ headers: { ${all} } })`;
}
