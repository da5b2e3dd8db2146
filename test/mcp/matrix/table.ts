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
    if (passed.length === combinations.length) return `all ${passed.length}`;
    return passed.map((combination) => combinations.indexOf(combination) + 1).join(', ') || '–';
  };
  return [
    '# Every tool, everywhere',
    '',
    'Written by `test/mcp/matrix.test.ts`; the test fails when this file and the run differ',
    '(`npx vitest run test/mcp/matrix.test.ts -u` writes it anew).',
    '',
    `Each tool was called by a real client of a real server in ${combinations.length} combinations of browser, transport and`,
    'protocol revision, in which every pair of them occurs (`SIGHTLINE_MATRIX=all` runs all eight):',
    '',
    ...combinations.map((combination, at) => `${at + 1}. ${combination}`),
    '',
    'A cell counts where the effect was asserted in the page: the page itself tells the server of the test what happened',
    'to it (events and whether they are trusted, values, files, answers to dialogs, its end), and tools that only look are',
    'compared with what the page told; files are read where they were written. `bad input` and `page closed`: the call was',
    'refused with a tool error, and nothing happened in the page. –: the tool is about no page. Numbers are combinations.',
    '',
    `| tool | ${ASPECTS.join(' | ')} |`,
    `| --- |${' --- |'.repeat(ASPECTS.length)}`,
    ...tools.map((tool) => `| \`${tool}\` | ${ASPECTS.map((aspect) => cell(tool, aspect)).join(' | ')} |`),
    '',
    ...reasons.map((reason) => `- ${reason}`),
    '',
  ].join('\n');
}
