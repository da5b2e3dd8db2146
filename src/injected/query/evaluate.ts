/** Evaluates a chain of steps: each searches inside the matches of the one before. */
import type { LocatorStep, TextMatch } from '../../wire/api.js';
import type { Aria } from '../aria/aria.js';
import { alt } from './alt.js';
import { css } from './css.js';
import { filter } from './filter.js';
import { label } from './label.js';
import { nth } from './nth.js';
import { placeholder } from './placeholder.js';
import { role } from './role.js';
import { testid } from './testid.js';
import { text } from './text.js';
import { title } from './title.js';
import { xpath } from './xpath.js';

export function evaluate(steps: readonly LocatorStep[], scopes: readonly Node[], aria: Aria): Element[] {
  let matches: Element[] = [];
  let inside = scopes;
  for (const step of steps) {
    matches = apply(step, inside, matches, aria);
    if (matches.length === 0) break;
    inside = matches;
  }
  return matches;
}

function apply(
  step: LocatorStep,
  inside: readonly Node[],
  matches: readonly Element[],
  aria: Aria,
): Element[] {
  switch (step.engine) {
    case 'css':
      return css(step, inside, aria);
    case 'xpath':
      return xpath(step, inside, aria);
    case 'role':
      return role(step, inside, aria);
    case 'text':
      return text(step, inside, aria);
    case 'label':
      return label(step, inside, aria);
    case 'placeholder':
      return placeholder(step, inside, aria);
    case 'alt':
      return alt(step, inside, aria);
    case 'title':
      return title(step, inside, aria);
    case 'testid':
      return testid(step, inside, aria);
    case 'nth':
      return nth(step, matches);
    case 'filter':
      return filter(step, matches, aria, evaluate);
  }
}

/** The chain as a caller would write it, for messages. */
export function printLocator(steps: readonly LocatorStep[]): string {
  return steps.map(printStep).join(' >> ');
}

function printStep(step: LocatorStep): string {
  switch (step.engine) {
    case 'css':
    case 'xpath':
      return `${step.engine}=${step.selector}`;
    case 'role':
      return `role=${step.role}${step.name ? `[name=${printMatch(step.name)}]` : ''}`;
    case 'nth':
      return `nth=${step.index}`;
    case 'filter': {
      const has = step.has ? `has=(${printLocator(step.has)})` : '';
      const hasText = step.hasText ? `hasText=${printMatch(step.hasText)}` : '';
      return `filter(${[hasText, has].filter(Boolean).join(', ')})`;
    }
    default:
      return `${step.engine}=${printMatch(step.text)}`;
  }
}

function printMatch(match: TextMatch): string {
  return 'regex' in match ? `/${match.regex}/${match.flags}` : JSON.stringify(match.text);
}
