import { z } from 'zod';
import { oneLine } from '../../agent/text-line.js';
import { defineTool } from '../../agent/tool.js';
import type { AccessibilityProblem } from '../../page/audit.js';
import { quote } from '../../tree/quote.js';
import * as inputs from '../support/inputs.js';

type Rule = AccessibilityProblem['rule'];

/** With the criteria of WCAG 2.2 that they fail; in the order of the report. */
const RULES: Readonly<Record<Rule, string>> = {
  name: 'No accessible name (WCAG 1.1.1, 4.1.2)',
  contrast: 'Too little contrast (1.4.3)',
  role: 'Wrong role (4.1.2)',
  state: 'State is missing (4.1.2)',
  reference: 'Reference to nothing (1.3.1)',
  'hidden-focus': 'Focusable, but hidden (4.1.2)',
  nested: 'Control inside a control (4.1.2)',
  heading: 'Headings (1.3.1)',
  'tab-order': 'Tab order (2.4.3)',
  title: 'No title (2.4.2)',
  language: 'No language (3.1.1)',
};

export const accessibilityReport = defineTool({
  name: 'browser_accessibility_report',
  summary: 'Check the page for accessibility problems: names, contrast, roles, states, headings, focus',
  input: {
    rules: z
      .array(z.enum(Object.keys(RULES) as [Rule, ...Rule[]])) // these are its keys
      .optional()
      .describe('Default: all'),
    limit: z.int().min(1).max(1_000).default(10).describe('Elements listed per rule'),
    page: inputs.page,
  },
  output: { problems: z.array(z.unknown()), elements: z.number() },
  effect: 'read',
  cap: 'devtools',
  examples: [{ rules: ['name', 'contrast'] }],
  async run({ rules, limit, page: handle }, { agent, signal }) {
    const page = await agent.page(handle);
    const report = await page.auditAccessibility({ ...(signal && { signal }) });
    const problems = report.problems.filter(({ rule }) => rules?.includes(rule) ?? true);
    const groups = Object.entries(RULES).flatMap(([rule, title]) => {
      const found = problems.filter((each) => each.rule === rule);
      return found.length === 0 ? [] : [`${title}: ${found.length}`, ...lines(found, limit)];
    });
    const { elements, unknownContrast, failures } = report;
    return {
      page,
      result: [
        problems.length === 0
          ? `No problem found in ${elements} elements`
          : `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${elements} elements`,
        ...groups,
        ...(unknownContrast > 0 && (rules?.includes('contrast') ?? true)
          ? [
              `Contrast not told of ${unknownContrast} ${unknownContrast === 1 ? 'text' : 'texts'}: a picture or something translucent is behind`,
            ]
          : []),
        ...failures.map(({ frame, reason }) => `Not checked: ${frame} (${oneLine(reason, 200)})`),
      ],
      data: { problems, elements },
    };
  },
});

function lines(problems: readonly AccessibilityProblem[], limit: number): string[] {
  const more = problems.length - limit;
  return [
    ...problems.slice(0, limit).map(({ role, name, ref, frame, detail }) => {
      const what = `${role}${name === '' ? '' : ` ${quote(name, 80)}`}`;
      const where = ref === undefined ? ` of ${frame}` : ` [ref=${ref}]`;
      return `  ${what}${where}: ${oneLine(detail, 200)}`;
    }),
    ...(more > 0 ? [`  … ${more} more: limit=${problems.length}`] : []),
  ];
}
