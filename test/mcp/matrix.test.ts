/**
 * Every tool × browser × transport × protocol revision × frame, through a real client; see docs/tools-matrix.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPS } from '../../src/agent/caps.js';
import { TOOLS } from '../../src/tools/index.js';
import { BROWSERS } from '../support/browsers.js';
import { ERAS, type McpClient, openMcp, TRANSPORTS } from '../support/mcp-client.js';
import { newTab, type ToolCase } from './matrix/case.js';
import { CASES } from './matrix/cases.js';
import { CASES_WITH_CAPS } from './matrix/cases-with-caps.js';
import { Stage } from './matrix/stage.js';
import { ASPECTS, type Aspect, type Cell, renderTable } from './matrix/table.js';
import { type Observer, PLACES, type Place, startObserver } from './matrix/widgets.js';

const ALL_CASES: Readonly<Record<string, ToolCase>> = { ...CASES, ...CASES_WITH_CAPS };

/**
 * Every pair among two browsers, two transports and two revisions is covered: what breaks in one of the other
 * four combinations also breaks in one of these. A case runs in two of the four: in both browsers, over both
 * transports; the cases of a tool take turns, so that it meets both revisions. `SIGHTLINE_MATRIX=all` runs everything.
 */
const everything = process.env.SIGHTLINE_MATRIX === 'all';
const COMBINATIONS = BROWSERS.flatMap((browser) =>
  TRANSPORTS.flatMap((transport) => ERAS.map((era) => ({ browser, transport, era }))),
).filter(
  ({ browser, transport, era }) =>
    everything || (transport === 'stdio') === ((era === ERAS[0]) === (browser === 'chromium')),
);
const nameOf = ({ browser, transport, era }: (typeof COMBINATIONS)[number]) =>
  `${browser}, ${transport}, ${era}`;

function isRun(tool: string, aspect: Aspect, { era }: (typeof COMBINATIONS)[number]): boolean {
  // By the length of its name, so that a new tool moves no other.
  const turn = tool.length + ASPECTS.indexOf(aspect);
  return everything || era === ERAS[turn % ERAS.length];
}

/** After these the page shows another document. */
const leaves = (name: string) => TOOLS.find((tool) => tool.name === name)?.effect === 'navigate';

const cells: Cell[] = [];
let observer: Observer;
beforeAll(async () => {
  observer = await startObserver();
});
afterAll(() => observer.close());

// The servers in parallel, the cases of each in sequence: much of a case is waiting for the page.
describe.concurrent.each(COMBINATIONS)('$browser, $transport, $era', (combination) => {
  const { browser, transport, era } = combination;
  let mcp: McpClient;
  let stages: Map<string, Stage>;
  /** The one where nothing may happen. */
  let still: Stage;
  let folder = '';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sightline-matrix-'));
    const args = ['--browser', browser, '--caps', CAPS.join(',')];
    mcp = await openMcp({ transport, era, args, cwd: folder });
    const blank = 'data:text/html,<button>Gone</button>';
    const page = await newTab({ mcp }, blank);
    const ref = await mcp.ref('"Gone"', { page });
    const made = await mcp.call('browser_contexts', { action: 'new' });
    const { contexts } = made.data as { contexts: { handle: string }[] }; // the tool's own schema
    const context = contexts.at(-1)?.handle ?? '';
    const closed = { page, ref, context };
    const stageOn = async (place: Place, name: string) => {
      const tab = await newTab({ mcp }, `about:blank#${encodeURIComponent(name)}`);
      return new Stage({ mcp, observer, place, page: tab, closed, folder });
    };
    stages = new Map();
    for (const place of PLACES) stages.set(place, await stageOn(place, place));
    still = await stageOn('cross-origin frame', 'still');
    await still.start();
    await mcp.call('browser_close', { page });
    await mcp.call('browser_contexts', { action: 'close', context });
  });
  afterAll(async () => {
    await mcp?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const stageIn = (place: string): Stage => {
    const stage = stages.get(place);
    if (!stage) throw new Error(`no stage in the ${place}`);
    return stage;
  };
  const passed = (tool: string, aspect: Aspect) =>
    cells.push({ tool, aspect, combination: nameOf(combination) });

  describe.sequential.each(Object.entries(ALL_CASES))('%s', (tool, { works, unsupported, bad, closed }) => {
    it.each(PLACES.filter((place) => isRun(tool, place, combination)))('works in the %s', async (place) => {
      const stage = stageIn(place);
      await stage.start();
      if (unsupported?.browser === browser) {
        const refused = await mcp.call(tool, { page: stage.page, ...unsupported.args });
        expect(refused.text).toContain('Error (unsupported)');
        return;
      }
      await works(stage);
      passed(tool, place);
      if (!leaves(tool)) stage.keep();
    });

    it.runIf(isRun(tool, 'bad input', combination))(
      'refuses bad input, and a page that was closed',
      async () => {
        await still.nothingHappens(async () => {
          const refused = await mcp.call(tool, { page: still.page, ...(await bad(still)) });
          expect(refused.isError, refused.text).toBe(true);
          if (!closed) return;
          const gone = await mcp.call(tool, closed(still));
          expect(gone.isError, gone.text).toBe(true);
          expect(gone.text).toMatch(
            /No page c\d+p\d+ is open|No context "c\d+" is open|was closed|which is not open/,
          );
        });
        passed(tool, 'bad input');
        if (closed) passed(tool, 'page closed');
      },
    );
  });
});

describe('the table', () => {
  const tools = TOOLS.map(({ name }) => name);
  const reasons = Object.entries(ALL_CASES).flatMap(([tool, { unsupported }]) =>
    unsupported ? [`\`${tool}\` in ${unsupported.browser}: ${unsupported.why}; it says so.`] : [],
  );

  it('has a case for every tool', () => {
    expect(Object.keys(ALL_CASES).toSorted()).toEqual(tools.toSorted());
  });

  it.skipIf(everything)('matches docs/tools-matrix.md (written by a run of every pair)', async () => {
    await expect(renderTable(tools, cells, COMBINATIONS.map(nameOf), reasons)).toMatchFileSnapshot(
      '../../docs/tools-matrix.md',
    );
  });
});
