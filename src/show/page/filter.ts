/** Which steps the timeline lists. */
import type { RunStep } from '../run.js';

export interface Filter {
  text: string;
  tool: string;
  page: string;
  agent: string;
  errors: boolean;
}

export const NO_FILTER: Filter = { text: '', tool: '', page: '', agent: '', errors: false };

export function matching(steps: readonly RunStep[], filter: Filter): RunStep[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return steps.filter(
    (step) =>
      (filter.tool === '' || step.tool === filter.tool) &&
      (filter.page === '' || step.page?.handle === filter.page) &&
      (filter.agent === '' || step.agent === filter.agent) &&
      (!filter.errors || step.isError) &&
      words.every((word) => everythingIn(step).includes(word)),
  );
}

/** Different values in the order in which they first occur. */
export function choices(steps: readonly RunStep[], of: (step: RunStep) => string | undefined): string[] {
  return [...new Set(steps.flatMap((step) => of(step) ?? []))];
}

const texts = new WeakMap<RunStep, string>();

function everythingIn(step: RunStep): string {
  const known = texts.get(step);
  if (known !== undefined) return known;
  const { tool, args, answer, code = [], page, console = [], requests = [], agent } = step;
  const parts = [
    tool,
    agent,
    JSON.stringify(args) ?? '',
    answer,
    ...code,
    page?.url ?? '',
    page?.title ?? '',
    ...console.map((message) => message.text),
    ...requests.map(({ method, url, status }) => `${method} ${url} ${status ?? ''}`),
  ];
  const text = parts.join('\n').toLowerCase();
  texts.set(step, text);
  return text;
}
