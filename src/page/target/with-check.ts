/** The target of an action: the element of a ref must be as the caller saw it. */
import type { Check, Target } from '../../wire/api.js';
import type { SeenFrame, Sight } from './sight.js';

interface CheckedTarget {
  readonly frame: SeenFrame & {
    readonly page: { readonly defaults: { readonly refsCheck: 'strict' | 'loose' } };
  };
  readonly target: Target;
  readonly sight?: Sight;
}

/** What is more to be as it was seen. */
export type Needed = Pick<Check, 'turns' | 'overwrites' | 'chooses' | 'stroke'>;

export function withCheck({ frame, target, sight }: CheckedTarget, how: Needed = {}): Target {
  if (!('element' in target) || !sight) return target;
  const { element } = target;
  const check: Check = {
    ...how,
    moment: sight.momentOf(frame, element),
    own: sight.ownMoment(frame, element),
    ...(frame.page.defaults.refsCheck === 'loose' && { loose: true }),
  };
  return { element, check };
}
