/** docs/tools-matrix.md: what the run asserted, by tool. */

export const ASPECTS = ['main frame', 'cross-origin frame', 'bad input', 'page closed'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** One cell that was asserted. */
export interface Cell {
  tool: string;
  aspect: Aspect;
  combination: string;
}

export function renderTable(
  tools: readonly string[],
  cells: readonly Cell[],
  combinations: readonly string[],
  /** Why a tool does not work somewhere. */
  reasons: readonly string[],
): string {
  const cell = (tool: string, aspect: Aspect): string => {
    const passed = combinations.filter((combination) =>
      cells.some((each) => each.tool === tool && each.aspect === aspect && each.combination === combination),
    );
    return passed.map((combination) => combinations.indexOf(combination) + 1).join(', ') || '–';
  };
  return [
    '# Tool test matrix',
    '',
    'Written by `test/mcp/matrix.test.ts`; the test fails if this file and the run differ',
    '(`npx vitest run test/mcp/matrix.test.ts -u` rewrites it).',
    '',
    `A real client called each tool on a real server in ${combinations.length} combinations of browser, transport and protocol`,
    'revision that cover every pair of these. Each case ran in two of them, which differ in browser and transport; the cases',
    'of a tool take turns (`SIGHTLINE_MATRIX=all` runs every case in all eight):',
    '',
    ...combinations.map((combination, at) => `${at + 1}. ${combination}`),
    '',
    'A cell counts only if the test asserted the effect in the page: the page reports to the test server what happened to it',
    '(events and whether they are trusted, values, files, dialog answers, its end), read-only tools are compared with these',
    'reports, and written files are read back. `bad input` and `page closed`: the call failed with a tool error, and nothing',
    'happened in the page. –: the tool does not use a page. Numbers are combinations.',
    '',
    `| tool | ${ASPECTS.join(' | ')} |`,
    `| --- |${' --- |'.repeat(ASPECTS.length)}`,
    ...tools.map((tool) => `| \`${tool}\` | ${ASPECTS.map((aspect) => cell(tool, aspect)).join(' | ')} |`),
    '',
    ...reasons.map((reason) => `- ${reason}`),
    '',
  ].join('\n');
}
