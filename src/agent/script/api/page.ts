/**
 * The API of an agent's program: page actions, locators and a console. It runs in the sandbox before the program.
 */

import { absentVerb } from './absent.js';
import { jsonText } from './json-text.js';
import { Finder, Locator, locatorOf } from './locator.js';
import { timers } from './timers.js';
import * as verbs from './verbs.js';
import { type Args, type FoundElement, type Target, tool } from './verbs.js';

declare const __log: (line: string) => void;
declare const __now: (what: string) => string;

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
  /** As it is now, without a wait. */
  url(): string {
    return __now('url');
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
  /** A text that is to come, milliseconds, or the arguments of browser_wait_for. */
  waitFor(what: string | number | Args): Promise<unknown> {
    if (typeof what === 'number') return this.waitForTimeout(what);
    return tool('browser_wait_for', typeof what === 'string' ? { text: what } : what);
  }
  doubleClick(target: Target, options: Args = {}): Promise<unknown> {
    return verbs.click(target, { ...options, doubleClick: true });
  }
  /** A key for what has the focus, or for a target that comes first. */
  press(...[first, key]: [key: string] | [target: Target, key: string]): Promise<unknown> {
    return key === undefined ? verbs.press(String(first)) : verbs.pressOn(first, key);
  }
  /** A script, with a target for a text, or with an argument for a function. */
  evaluate(code: unknown, ...rest: unknown[]): Promise<unknown> {
    const [target] = rest;
    const isAimed = target instanceof Locator || (typeof code === 'string' && typeof target === 'string');
    return isAimed ? verbs.evaluate(code, [], target) : verbs.evaluate(code, rest);
  }

  dragAndDrop(from: Target, to: Target, options?: Args): Promise<unknown> {
    return verbs.drag(from, to, options);
  }
  $(target: Target): Locator {
    return locatorOf(target).first();
  }
  $$(target: Target): Promise<Locator[]> {
    return locatorOf(target).all();
  }
  $eval(target: Target, code: unknown, ...args: unknown[]): Promise<unknown> {
    return this.$(target).evaluate(code, ...args);
  }
  $$eval(target: Target, code: unknown, ...args: unknown[]): Promise<unknown> {
    return verbs.evaluateAll(code, args, target);
  }
  setDefaultTimeout(milliseconds: number): void {
    verbs.setPatience(milliseconds);
  }
  isClosed(): boolean {
    return false;
  }
  goBack(): Promise<unknown> {
    return this.back();
  }
  goForward(): Promise<unknown> {
    return tool('browser_navigate_forward');
  }
  title(): Promise<unknown> {
    return verbs.ask('title', {});
  }
  content(): Promise<unknown> {
    return this.evaluate('() => document.documentElement.outerHTML');
  }
  waitForTimeout(milliseconds: number): Promise<unknown> {
    return this.waitFor({ time: milliseconds / 1_000 });
  }
  waitForSelector(selector: string, options?: { state?: string; timeout?: number }): Promise<unknown> {
    return verbs.waitFor(selector, options);
  }
  waitForURL(url: string | RegExp, options: Args = {}): Promise<unknown> {
    const given = url instanceof RegExp ? { function: `() => ${String(url)}.test(location.href)` } : { url };
    return this.waitFor({ ...given, ...verbs.seconds(options.timeout) });
  }
  /** A step has waited for the document to load. */
  async waitForLoadState(state = 'load', options: Args = {}): Promise<unknown> {
    if (state !== 'networkidle') return undefined;
    return this.waitFor({ networkQuiet: true, ...verbs.seconds(options.timeout) });
  }
  waitForFunction(code: unknown, arg?: unknown, options: Args = {}): Promise<unknown> {
    const given = arg === undefined || arg === null ? '' : JSON.stringify(arg);
    const condition = typeof code === 'function' ? `() => (${String(code)})(${given})` : String(code);
    return this.waitFor({ function: condition, ...verbs.seconds(options.timeout) });
  }
  readonly keyboard = parts({
    press: (key: string): Promise<unknown> => this.press(key),
    type: async (text: string): Promise<void> => {
      for (const key of text) await this.press(key);
    },
    insertText: async (text: string): Promise<void> => {
      for (const key of text) await this.press(key);
    },
  });
  readonly mouse = parts({
    move: (x: number, y: number): Promise<unknown> => tool('browser_mouse_move_xy', { x, y }),
    click: (x: number, y: number, options: Args = {}): Promise<unknown> =>
      tool('browser_mouse_click_xy', { x, y, ...options }),
    dblclick: (x: number, y: number): Promise<unknown> =>
      tool('browser_mouse_click_xy', { x, y, clickCount: 2 }),
    down: (): Promise<unknown> => tool('browser_mouse_down'),
    up: (): Promise<unknown> => tool('browser_mouse_up'),
    wheel: (deltaX: number, deltaY: number): Promise<unknown> =>
      tool('browser_mouse_wheel', { deltaX, deltaY }),
  });
}

/** An unknown part is an error, too. */
function parts<T extends object>(known: T): T {
  return new Proxy(known, {
    get(all, name) {
      if (typeof name === 'symbol' || name in all || name === 'then' || name === 'toJSON')
        return Reflect.get(all, name) as unknown;
      throw absentVerb(name, Object.keys(all));
    },
  });
}

/** What a locator can do is done to what a target names, too. */
for (const name of Object.getOwnPropertyNames(Locator.prototype)) {
  if (
    name in Page.prototype ||
    ['toString', 'toJSON', 'with', 'first', 'last', 'nth', 'filter', 'all'].includes(name)
  )
    continue;
  Object.defineProperty(Page.prototype, name, {
    value(target: Target, ...args: unknown[]): unknown {
      const locator = new Locator(String(target));
      return (Reflect.get(locator, name) as (...args: unknown[]) => unknown).apply(locator, args);
    },
  });
}

const page = new Page();

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (jsonText(value) ?? String(value));
const log = (...values: unknown[]): void => __log(values.map(shown).join(' '));

Object.assign(globalThis, {
  __json: jsonText,
  page,
  tool,
  console: { log, info: log, warn: log, error: log, debug: log },
  ...timers,
});
// `({ page }) => …` is understood, too.
Object.defineProperty(page, 'page', { value: page });
