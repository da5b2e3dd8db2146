/** Turns the in-page code's answer about a target into an error that an agent can act on. */
import { SightlineError } from '../errors.js';
import { quote, roleAndName } from '../tree/quote.js';
import type { TargetFailure } from '../wire/rows.js';
import type { ElementTarget } from './actions.js';
import type { Frame } from './frame.js';

const NOT_FOUND = 'Ref not found. Capture a new snapshot.';
const STALE = 'This ref is from a stale snapshot. Take a fresh snapshot.';

type Looks = { role: string; name: string };

export function targetError({ frame, target, label }: ElementTarget, failure: TargetFailure): SightlineError {
  const ref = (element: number) => frame.refOf(element);
  switch (failure.kind) {
    case 'unknown': {
      const element = 'element' in target ? target.element : 0;
      if (frame.standing(element) === 'never-given')
        return new SightlineError(
          'ref-not-found',
          `${NOT_FOUND} ${label} was never given out for this page.`,
        );
      const was = frame.lastShown(element);
      return new SightlineError(
        'ref-stale',
        `${STALE} ${label} ${was ? `was ${looks(was)}` : 'is of an earlier document'}; the document navigated since, to ${quote(frame.url, 200)}.`,
      );
    }
    case 'stale': {
      const why =
        failure.why === 'role-changed' && failure.now
          ? `it has become ${looks(failure.now)}`
          : 'it was removed or replaced';
      const near = failure.candidate
        ? ` The nearest live element is ${looks(failure.candidate)} [ref=${ref(failure.candidate.element)}].`
        : '';
      return new SightlineError('ref-stale', `${STALE} ${label} was ${looks(failure.was)}; ${why}.${near}`, {
        details: failure.candidate ? { candidate: ref(failure.candidate.element) } : {},
      });
    }
    case 'renamed':
      return new SightlineError(
        'ref-renamed',
        `${label} was ${quote(failure.was.name, 100)}, now ${quote(failure.now.name, 100)}: nothing was done.`,
      );
    case 'no-match':
      return new SightlineError('no-match', `Nothing ${placeOf(frame)} matches ${label}`);
    case 'many': {
      const shown = failure.matches.map(
        (match) => `\n  ${looks(match)} <${match.tag}> [ref=${ref(match.element)}]`,
      );
      const more = failure.count - failure.matches.length;
      return new SightlineError(
        'strict-mode',
        `${label} matches ${failure.count} elements:${shown.join('')}${more > 0 ? `\n  … ${more} more` : ''}`,
        { details: { count: failure.count, matches: failure.matches.map((match) => ref(match.element)) } },
      );
    }
    case 'bad-selector':
      return new SightlineError(
        'bad-selector',
        `Not a valid selector: ${quote(failure.selector, 200)}: ${quote(failure.message, 300)}`,
      );
  }
}

function placeOf(frame: Frame): string {
  if (frame.parent) return `in ${frame.handle}`;
  return frame.page.frames().length > 1 ? 'on the page, outside its frames,' : 'on the page';
}

function looks({ role, name }: Looks): string {
  return roleAndName(role, name);
}
