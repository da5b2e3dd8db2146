import { clip, safeText } from '../../tree/quote.js';
import type { LocatorStep, Target } from '../../wire/api.js';

/** Characters: a message that names a longer locator says no more. */
const LONGEST = 500;

/** A locator as a person would write it. Its text can't pass for a line or a ref of an answer. */
export function describeTarget(target: Target): string {
  if ('element' in target) return `e${target.element}`;
  return safeText(clip(target.locator.map(describeStep).join('.'), LONGEST));
}

function describeStep(step: LocatorStep): string {
  switch (step.engine) {
    case 'css':
      return `locator('${step.selector}')`;
    case 'xpath':
      return `locator('xpath=${step.selector}')`;
    case 'role':
      return `getByRole('${step.role}'${step.name ? `, { name: ${describeText(step.name)} }` : ''})`;
    case 'testid':
      return `getByTestId(${describeText(step.text)})`;
    case 'nth':
      return `nth(${step.index})`;
    case 'filter':
      return `filter(${step.hasText ? `{ hasText: ${describeText(step.hasText)} }` : ''}${step.has ? `{ has: ${describeTarget({ locator: step.has })} }` : ''})`;
    default: {
      const names = {
        text: 'Text',
        label: 'Label',
        placeholder: 'Placeholder',
        alt: 'AltText',
        title: 'Title',
      };
      return `getBy${names[step.engine]}(${describeText(step.text)})`;
    }
  }
}

function describeText(match: { text: string } | { regex: string; flags: string }): string {
  return 'regex' in match ? `/${match.regex}/${match.flags}` : `'${match.text}'`;
}
