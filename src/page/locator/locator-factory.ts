import type { States } from '../../tree/node.js';
import type { QueriedState } from '../../tree/text/flags.js';
import type { LocatorStep, TextMatch } from '../../wire/api.js';
import { parseSelector } from './selector.js';

export interface RoleOptions extends Partial<Record<QueriedState, boolean>> {
  name?: string | RegExp;
  exact?: boolean;
  includeHidden?: boolean;
  level?: number;
}

export interface TextOptions {
  exact?: boolean;
}

/** What a locator is to those that make one. */
interface Steps<Located> {
  locate(step: LocatorStep): Located;
}

/** The ways to name an element: the same on a page, a frame and a locator. */
export abstract class LocatorFactory<Located extends Steps<Located>> {
  /** @internal A locator with one more step. */
  abstract locate(step: LocatorStep): Located;
  protected abstract testIdAttributes(): string[];

  /** `css=…` (or no prefix), `xpath=…` (or a leading `//`), `text=…`; several joined with `>>`, also `nth=…`. */
  locator(selector: string): Located {
    const [first, ...rest] = parseSelector(selector);
    return rest.reduce((locator, step) => locator.locate(step), this.locate(first));
  }

  getByRole(role: string, options: RoleOptions = {}): Located {
    const { name, exact, includeHidden, ...states } = options;
    return this.locate({
      engine: 'role',
      role,
      ...(name !== undefined && { name: textMatch(name, exact) }),
      ...(includeHidden && { includeHidden }),
      ...(Object.keys(states).length > 0 && { states: states satisfies States }),
    });
  }

  getByText(text: string | RegExp, options: TextOptions = {}): Located {
    return this.locate({ engine: 'text', text: textMatch(text, options.exact) });
  }

  getByLabel(text: string | RegExp, options: TextOptions = {}): Located {
    return this.locate({ engine: 'label', text: textMatch(text, options.exact) });
  }

  getByPlaceholder(text: string | RegExp, options: TextOptions = {}): Located {
    return this.locate({ engine: 'placeholder', text: textMatch(text, options.exact) });
  }

  getByAltText(text: string | RegExp, options: TextOptions = {}): Located {
    return this.locate({ engine: 'alt', text: textMatch(text, options.exact) });
  }

  getByTitle(text: string | RegExp, options: TextOptions = {}): Located {
    return this.locate({ engine: 'title', text: textMatch(text, options.exact) });
  }

  getByTestId(id: string | RegExp): Located {
    return this.locate({ engine: 'testid', text: textMatch(id, true), attributes: this.testIdAttributes() });
  }
}

export function textMatch(text: string | RegExp, exact = false): TextMatch {
  return typeof text === 'string' ? { text, exact } : { regex: text.source, flags: text.flags };
}
