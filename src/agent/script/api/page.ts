/**
 * The API of an agent's program: page actions, locators and a console. It runs in the sandbox before the program.
 */

import { jsonText } from './json-text.js';
import { Finder, Locator } from './locator.js';
import * as verbs from './verbs.js';
import { type Args, type FoundElement, type Target, tool } from './verbs.js';

declare const __log: (line: string) => void;

function queryOf(query: string | RegExp | Args): Args {
  if (typeof query === 'string') return { text: query };
  return query instanceof RegExp ? { regex: String(query) } : query;
}

class Page extends Finder {
  protected with(call: string): Locator {
    return new Locator(call);
  }

  goto(url: string): Promise<unknown> {
    return tool('browser_navigate', { url });
  }
  back(): Promise<unknown> {
    return tool('browser_navigate_back');
  }
  reload(): Promise<unknown> {
    return tool('browser_reload');
  }
  url(): Promise<string> {
    return verbs.ask('url', {}) as Promise<string>;
  }
  /** Elements that match a text, a regular expression or `{ text, regex, limit }`. */
  find(query: string | RegExp | Args): Promise<FoundElement[]> {
    return verbs.ask('find', queryOf(query)) as Promise<FoundElement[]>;
  }
  describe(target: Target): Promise<FoundElement> {
    return verbs.describe(target);
  }
  /** The text of the whole view, or of the part that `{ target }` names. */
  snapshot(options: Args = {}): Promise<string> {
    return verbs.ask('snapshot', options) as Promise<string>;
  }
  /** A text that is to come, or the arguments of browser_wait_for. */
  waitFor(what: string | Args): Promise<unknown> {
    return tool('browser_wait_for', typeof what === 'string' ? { text: what } : what);
  }
  click(target: Target, options: Args = {}): Promise<unknown> {
    return verbs.click(target, options);
  }
  doubleClick(target: Target, options: Args = {}): Promise<unknown> {
    return verbs.click(target, { ...options, doubleClick: true });
  }
  hover(target: Target): Promise<unknown> {
    return verbs.hover(target);
  }
  fill(target: Target, text: string): Promise<unknown> {
    return verbs.fill(target, text);
  }
  type(target: Target, text: string, options: Args = {}): Promise<unknown> {
    return verbs.type(target, text, options);
  }
  /** A key for what has the focus, or for a target that comes first. */
  press(...[first, key]: [key: string] | [target: Target, key: string]): Promise<unknown> {
    return key === undefined ? verbs.press(String(first)) : verbs.pressOn(first, key);
  }
  select(target: Target, ...values: string[]): Promise<unknown> {
    return verbs.select(target, values);
  }
  check(target: Target): Promise<unknown> {
    return verbs.setChecked(target, true);
  }
  uncheck(target: Target): Promise<unknown> {
    return verbs.setChecked(target, false);
  }
  drag(from: Target, to: Target, options: Args = {}): Promise<unknown> {
    return tool('browser_drag', { startTarget: String(from), endTarget: String(to), ...options });
  }
  /** A script, with a target for a text, or with an argument for a function. */
  evaluate(code: unknown, ...rest: unknown[]): Promise<unknown> {
    const [target] = rest;
    const isAimed = target instanceof Locator || (typeof code === 'string' && typeof target === 'string');
    return isAimed ? verbs.evaluate(code, [], target) : verbs.evaluate(code, rest);
  }

  dblclick(target: Target, options?: Args): Promise<unknown> {
    return this.doubleClick(target, options);
  }
  selectOption(target: Target, values: string | string[]): Promise<unknown> {
    return verbs.select(target, [values].flat());
  }
  goBack(): Promise<unknown> {
    return this.back();
  }
  goForward(): Promise<unknown> {
    return tool('browser_navigate_forward');
  }
  title(): Promise<unknown> {
    return this.evaluate('() => document.title');
  }
  content(): Promise<unknown> {
    return this.evaluate('() => document.documentElement.outerHTML');
  }
  waitForTimeout(milliseconds: number): Promise<unknown> {
    return this.waitFor({ time: milliseconds / 1_000 });
  }
  waitForSelector(selector: string, options?: { state?: string }): Promise<unknown> {
    return verbs.waitFor(selector, options);
  }
  waitForURL(url: string): Promise<unknown> {
    return this.waitFor({ url });
  }
  waitForLoadState(): Promise<unknown> {
    return this.waitFor({ networkQuiet: true });
  }
  waitForFunction(code: unknown): Promise<unknown> {
    return this.waitFor({ function: String(code) });
  }
  readonly keyboard = {
    press: (key: string): Promise<unknown> => this.press(key),
    type: async (text: string): Promise<void> => {
      for (const key of text) await this.press(key);
    },
  };
}

const page = new Page();

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (jsonText(value) ?? String(value));
const log = (...values: unknown[]): void => __log(values.map(shown).join(' '));

Object.assign(globalThis, {
  __json: jsonText,
  page,
  tool,
  console: { log, info: log, warn: log, error: log },
});
