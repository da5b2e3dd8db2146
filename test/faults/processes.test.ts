/** Each process of a browser, killed or stopped in the middle of each kind of call. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, isRunning } from '../browsers/processes.js';
import type { Reply } from '../support/mcp-client.js';
import {
  describeFaults,
  expectAnswer,
  openUnderTest,
  PROCESS_KINDS,
  type ServerUnderTest,
} from './under-test.js';

/** A call that is under way. */
interface UnderWay {
  /** Resolves in the middle of the call, with what lets it go on. */
  middle: Promise<(() => void) | undefined>;
  reply: Promise<Reply>;
}

type Begin = (server: ServerUnderTest) => Promise<UnderWay>;

/** Nothing tells the middle of some calls. They are hit at some moment: wherever that is, the same has to hold. */
const someMoment = () => delay(20, undefined);

const CALLS: Readonly<Record<string, Begin>> = {
  navigate: async (server) => ({
    middle: server.held(),
    reply: server.call('browser_navigate', { url: `${server.site.origin}/hold` }),
  }),
  evaluate: async (server) => ({
    middle: server.held(),
    reply: server.call('browser_evaluate', { function: '() => fetch("/hold").then(() => "answered")' }),
  }),
  click: async (server) => {
    const target = await server.ref('button "Ask"');
    return { middle: server.held(), reply: server.call('browser_click', { target }) };
  },
  snapshot: async (server) => {
    await server.open('/large');
    return { middle: someMoment(), reply: server.call('browser_snapshot') };
  },
  'wait for': async (server) => ({
    middle: someMoment(),
    reply: server.call('browser_wait_for', { text: 'never', time: 1 }),
  }),
  screenshot: async (server) => ({
    middle: someMoment(),
    reply: server.call('browser_take_screenshot', { fullPage: true }),
  }),
};

/** What a call may come to when it does not get its answer. */
const CODES = {
  // Firefox may find the frame gone, or reject the address, before it reports the crash.
  // Chromium sometimes ends as a whole a moment after it lost a renderer in the middle of a picture.
  page: ['page-crashed', 'timeout', 'frame-gone', 'navigation-failed', 'browser-disconnected'],
  helper: ['timeout', 'navigation-failed', 'script-error', 'page-crashed', 'browser-disconnected'],
  watchdog: ['timeout'],
  browser: ['browser-disconnected', 'page-closed', 'timeout'],
} as const;

/** Long enough for the rest of the browser to notice. */
const PAUSE = 300;

describeFaults('processes', (engine) => {
  let server: ServerUnderTest;
  beforeAll(async () => {
    server = await openUnderTest(engine, { args: ['--caps', 'pdf'] });
    const line = '<p><a href="#">link</a> and text</p>';
    server.site.serve({ '/large': `<title>Large</title>${line.repeat(1_000)}` });
    await server.nextCallWorks();
  });
  afterAll(() => server.end());

  describe.sequential.each(PROCESS_KINDS)('the %s process', (kind) => {
    // Nothing of a call goes through the watchdog.
    const calls = Object.entries(CALLS).slice(0, kind === 'watchdog' ? 1 : undefined);

    it.each(calls)('paused during %s', async (_, begin) => {
      const { middle, reply } = await begin(server);
      const goOn = await middle;
      server.signal(kind, 'SIGSTOP');
      await delay(PAUSE);
      server.signal(kind, 'SIGCONT');
      goOn?.();
      expectAnswer(await reply, 'timeout');
      await server.nextCallWorks();
    });

    it.each(calls)('killed during %s', async (_, begin) => {
      const { middle, reply } = await begin(server);
      const goOn = await middle;
      const killed = server.processes(kind);
      server.signal(kind, 'SIGKILL');
      goOn?.();
      // Firefox starts helpers when it needs them: there may be none.
      if (kind !== 'helper') expect(killed.length).toBeGreaterThan(0);
      const answer = await reply;
      expectAnswer(answer, ...CODES[kind]);
      await eventually(
        () => killed.filter(isRunning),
        (left) => left.length === 0,
      );
      // The answer may have been on its way already: then the next call is the one that is hit. And a browser needs a
      // moment to replace the helper that fetches documents, or to end.
      const isLate = kind === 'helper' || kind === 'page';
      if (!answer.isError || isLate) expectAnswer(await server.open('/'), ...CODES[kind]);
      await server.nextCallWorks();
    });
  });

  it.each(['page', 'browser'] as const)(
    'a %s process that stays stopped ends a call in time',
    async (kind) => {
      await server.nextCallWorks();
      const target = await server.ref('button "Press"');
      server.signal(kind, 'SIGSTOP');
      try {
        const reply = await server.call('browser_click', { target });
        expect(reply.isError).toBe(true);
        expectAnswer(reply, 'timeout');
      } finally {
        server.signal(kind, 'SIGCONT');
      }
      await server.nextCallWorks();
    },
  );

  it('a page process killed while it prints is called a crash', async () => {
    await server.open('/large');
    const reply = server.call('browser_pdf_save');
    await someMoment();
    server.signal('page', 'SIGKILL');
    expectAnswer(await reply, 'page-crashed');
    expectAnswer(await server.open('/'), ...CODES.page);
    await server.nextCallWorks();
  });

  it('a browser killed between two steps ends a batch and a program', async () => {
    for (const [tool, args] of [
      [
        'browser_batch',
        { steps: ['Ask', 'Press'].map((name) => ({ tool: 'click', args: { target: `text=${name}` } })) },
      ],
      ['browser_run', { code: "await page.click('text=Ask'); await page.click('text=Press')" }],
    ] as const) {
      await server.nextCallWorks();
      const middle = server.held();
      const reply = server.call(tool, args);
      await middle;
      server.signal('browser', 'SIGKILL');
      expect((await reply).text).toMatch(/The browser is gone/);
    }
    await server.nextCallWorks();
  });

  it('a browser that stays stopped can be closed, and the next call starts another', async () => {
    const stopped = server.processes('browser');
    server.signal('browser', 'SIGSTOP');
    await server.call('browser_close');
    await server.nextCallWorks();
    expect(stopped.filter(isRunning)).toEqual([]);
  });
});
