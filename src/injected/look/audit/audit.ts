/** Checks a document for accessibility problems that its markup and styles prove. */
import type { Audited, Problem } from '../../../wire/audit-api.js';
import type { Aria } from '../../aria/aria.js';
import { documentElement, documentTitle, getAttribute } from '../../dom/intrinsics.js';
import { foundOf } from '../../identity/resolve.js';
import { everyElement } from '../../query/scope.js';
import { ariaFor, type World } from '../../world.js';
import { ContrastRule } from './contrast-rule.js';
import { HeadingRule } from './heading-rule.js';
import { missingReferences } from './reference-rule.js';
import { focusProblems, nameProblem, roleProblems } from './rules.js';

/** Elements with a problem. A page where everything is wrong is as wrong with these. */
const MOST_PROBLEMS = 2_000;

export function audit(world: World, { isMain }: { isMain: boolean }): Audited {
  const aria = ariaFor(world);
  const contrast = new ContrastRule(aria);
  const headings = new HeadingRule(aria);
  const problems: Problem[] = [];
  const add = (element: Element, found: Pick<Problem, 'rule' | 'detail'>): void => {
    if (problems.length >= MOST_PROBLEMS) return;
    const { element: number, role, name } = foundOf(world, element, aria);
    problems.push({ ...found, element: number, role, name });
  };
  for (const found of documentProblems(isMain)) problems.push({ ...found, role: 'document', name: '' });
  const elements = everyElement([document], aria);
  for (const element of elements) {
    for (const found of checks(element, aria, contrast, headings)) add(element, found);
  }
  return { problems, elements: elements.length, unknownContrast: contrast.unknown };
}

function* checks(
  element: Element,
  aria: Aria,
  contrast: ContrastRule,
  headings: HeadingRule,
): Generator<Pick<Problem, 'rule' | 'detail'>> {
  yield* focusProblems(element, aria);
  if (aria.isHidden(element)) return;
  yield* roleProblems(element, aria);
  yield* nameProblem(element, aria);
  yield* missingReferences(element, aria);
  yield* headings.check(element);
  yield* contrast.check(element);
}

function documentProblems(isMain: boolean): Pick<Problem, 'rule' | 'detail'>[] {
  const root = documentElement(document);
  const language = root && getAttribute(root, 'lang')?.trim();
  return [
    ...(isMain && documentTitle(document).trim() === ''
      ? [{ rule: 'title' as const, detail: 'the document has no title' }]
      : []),
    ...(language ? [] : [{ rule: 'language' as const, detail: 'html has no lang' }]),
  ];
}
