/**
 * What a program (`browser_run`) saves beside single calls: calls and estimated tokens of arguments and answers, on five
 * tasks that go through a list. `npm run build` first. Numbers, not times: they are the same on any machine.
 */
import { estimateTokens } from '../src/tree/text/tokens.js';
import { startServer } from '../test/support/server.js';
import { CLI, type Running, startMcp } from './mcp.js';

const ROWS = 12;
const rows = (row: (at: number) => string): string =>
  Array.from({ length: ROWS }, (_, at) => row(at)).join('');

const PAGES: Record<string, string> = {
  '/prices': `<table>${rows((at) => `<tr><td>Item ${at}</td><td><input aria-label="Price of item ${at}"></td></tr>`)}</table>`,
  '/todo': `<ul>${rows((at) => `<li><input type=checkbox id=c${at} aria-label="Task ${at}${at % 3 === 0 ? ' (late)' : ''}"></li>`)}</ul>`,
  '/details': rows(
    (at) =>
      `<div><button onclick="this.nextElementSibling.textContent = 'Code ${at * 37}'">Show ${at}</button><p></p></div>`,
  ),
  '/pager': `<p id=text>Page 1</p><button id=next>Next</button><script>let page = 1;
    next.onclick = () => { text.textContent = 'Page ' + ++page + (page === 9 ? ': the treasure' : ''); };</script>`,
  '/cart': `<ul>${rows((at) => `<li>Book ${at} <button onclick="this.parentNode.remove()">Remove book ${at}</button></li>`)}</ul>`,
};

interface Task {
  path: keyof typeof PAGES;
  program: string;
  /** The single calls that a careful agent makes. */
  calls(server: Counting, refs: (text: string, part: RegExp) => string[], view: string): Promise<void>;
}

const TASKS: Record<string, Task> = {
  'fill a column': {
    path: '/prices',
    program:
      'let n = 1; for (const { ref } of await page.find(/^Price of/)) await page.fill(ref, String(n++));',
    async calls(server, refs, view) {
      for (const [at, target] of refs(view, /textbox "Price/).entries())
        await server.call('browser_type', { target, text: String(at + 1) });
    },
  },
  'check what is late': {
    path: '/todo',
    program: "for (const { ref } of await page.find('(late)')) await page.check(ref);",
    async calls(server, refs, view) {
      for (const target of refs(view, /checkbox .*\(late\)/)) await server.call('browser_click', { target });
    },
  },
  'read what is behind buttons': {
    path: '/details',
    program:
      "for (const each of await page.getByRole('button').all()) await each.click(); return (await page.find('Code')).map(({ text }) => text);",
    async calls(server, refs, view) {
      for (const target of refs(view, /button "Show/)) await server.call('browser_click', { target });
    },
  },
  'go on until something shows': {
    path: '/pager',
    program:
      "while ((await page.find('treasure')).length === 0) await page.getByRole('button', { name: 'Next' }).click(); return (await page.find('treasure'))[0].text;",
    async calls(server, refs, view) {
      const [target = ''] = refs(view, /button "Next"/);
      for (let answer = ''; !answer.includes('treasure'); )
        answer = await server.call('browser_click', { target });
    },
  },
  'empty a cart': {
    path: '/cart',
    program:
      "const more = page.getByRole('button', { name: 'Remove' }); while (await more.count()) await more.first().click();",
    async calls(server, refs, view) {
      for (const target of refs(view, /button "Remove/)) await server.call('browser_click', { target });
    },
  },
};

/** Counts what a model sends and reads. */
class Counting {
  calls = 0;
  tokens = 0;
  readonly #server: Running;

  constructor(server: Running) {
    this.#server = server;
  }

  async call(name: string, args: Record<string, unknown>): Promise<string> {
    const answer = await this.#server.call(name, args);
    this.calls++;
    this.tokens += estimateTokens(JSON.stringify(args)) + estimateTokens(answer);
    return answer;
  }
}

export async function benchPrograms(): Promise<void> {
  const pages = await startServer(
    Object.fromEntries(
      Object.entries(PAGES).map(([path, body]) => [path, `<!doctype html><title>Task</title>${body}`]),
    ),
  );
  const server = await startMcp([CLI, 'mcp', '--headless', '--isolated', '--no-sandbox']);
  console.log(`Programs: calls and estimated tokens after the first view, ${ROWS} rows`);
  try {
    for (const [name, { path, program, calls }] of Object.entries(TASKS)) {
      const open = async () => {
        await server.call('browser_navigate', { url: pages.origin + path });
        return server.call('browser_snapshot');
      };
      const singly = new Counting(server);
      await calls(singly, refsOf, await open());
      const atOnce = new Counting(server);
      await open();
      await atOnce.call('browser_run', { code: program });
      console.log(
        `  ${name}: ${singly.calls} calls, ${singly.tokens} tokens; as a program ${atOnce.calls} call, ${atOnce.tokens} tokens`,
      );
    }
  } finally {
    await server.close();
    await pages.close();
  }
}

function refsOf(text: string, part: RegExp): string[] {
  return text
    .split('\n')
    .filter((line) => part.test(line))
    .flatMap((line) => /\[ref=(\w+)\]/.exec(line)?.[1] ?? []);
}
