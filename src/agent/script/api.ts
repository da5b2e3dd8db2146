/**
 * The API of an agent's program: page actions, locators and a console. It runs in the sandbox before the program. Every
 * action is a tool call with all checks of the tool.
 */
declare const __host: (method: string, args: string) => Promise<string>;
declare const __log: (line: string) => void;

type Args = Record<string, unknown>;

async function ask(method: string, args: unknown): Promise<unknown> {
  // Records the current line, because the engine loses the stack across an await.
  const { stack = '' } = new Error();
  try {
    const answer = await __host(method, JSON.stringify(args));
    return answer === '' ? undefined : JSON.parse(answer);
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    failure.stack = stack;
    throw failure;
  }
}

/** The lines of its result, or its data where it has any. */
const tool = (name: string, args: Args = {}): Promise<unknown> => ask('tool', { name, args });

/** A ref, a selector, or a locator. */
type Target = string | Locator;

const written = (target: Target): string => (typeof target === 'string' ? target : target.toString());

/** As `parse-locator-code` reads it. */
function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`);
    return `{ ${parts.join(', ')} }`;
  }
  return JSON.stringify(value);
}

abstract class Finder {
  protected abstract with(call: string): Locator;

  #by(name: string, args: unknown[]): Locator {
    return this.with(
      `${name}(${args
        .filter((arg) => arg !== undefined)
        .map(literal)
        .join(', ')})`,
    );
  }

  getByRole(role: string, options?: Args): Locator {
    return this.#by('getByRole', [role, options]);
  }
  getByText(text: string | RegExp, options?: Args): Locator {
    return this.#by('getByText', [text, options]);
  }
  getByLabel(text: string | RegExp, options?: Args): Locator {
    return this.#by('getByLabel', [text, options]);
  }
  getByPlaceholder(text: string | RegExp, options?: Args): Locator {
    return this.#by('getByPlaceholder', [text, options]);
  }
  getByAltText(text: string | RegExp, options?: Args): Locator {
    return this.#by('getByAltText', [text, options]);
  }
  getByTitle(text: string | RegExp, options?: Args): Locator {
    return this.#by('getByTitle', [text, options]);
  }
  getByTestId(id: string | RegExp): Locator {
    return this.#by('getByTestId', [id]);
  }
  locator(selector: string): Locator {
    return this.#by('locator', [selector]);
  }
}

class Locator extends Finder {
  readonly #code: string;

  constructor(code: string) {
    super();
    this.#code = code;
  }

  protected with(call: string): Locator {
    return new Locator(`${this.#code}.${call}`);
  }

  override toString(): string {
    return this.#code;
  }

  first(): Locator {
    return this.with('first()');
  }
  last(): Locator {
    return this.with('last()');
  }
  nth(index: number): Locator {
    return this.with(`nth(${index})`);
  }
  filter(options: Args): Locator {
    return this.with(`filter(${literal(options)})`);
  }
  async all(): Promise<Locator[]> {
    return Array.from({ length: await this.count() }, (_, at) => this.nth(at));
  }

  count(): Promise<number> {
    return ask('count', { target: this.#code }) as Promise<number>;
  }
  describe(): Promise<unknown> {
    return page.describe(this);
  }
  click(options?: Args): Promise<unknown> {
    return page.click(this, options);
  }
  doubleClick(options?: Args): Promise<unknown> {
    return page.doubleClick(this, options);
  }
  hover(): Promise<unknown> {
    return page.hover(this);
  }
  fill(text: string): Promise<unknown> {
    return page.fill(this, text);
  }
  type(text: string, options?: Args): Promise<unknown> {
    return page.type(this, text, options);
  }
  select(...values: string[]): Promise<unknown> {
    return page.select(this, ...values);
  }
  check(): Promise<unknown> {
    return page.check(this);
  }
  uncheck(): Promise<unknown> {
    return page.uncheck(this);
  }
}

/** What `find` gives for each element, and `describe` for one. */
interface FoundElement {
  ref: string;
  role: string;
  name: string;
  text: string;
  value?: string;
}

function queryOf(query: string | RegExp | Args): Args {
  if (typeof query === 'string') return { text: query };
  return query instanceof RegExp ? { regex: String(query) } : query;
}

const setChecked = (target: Target, value: string): Promise<unknown> =>
  tool('browser_fill_form', { fields: [{ target: written(target), type: 'checkbox', value }] });

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
    return ask('url', {}) as Promise<string>;
  }
  /** Elements that match a text, a regular expression or `{ text, regex, limit }`. */
  find(query: string | RegExp | Args): Promise<FoundElement[]> {
    return ask('find', queryOf(query)) as Promise<FoundElement[]>;
  }
  describe(target: Target): Promise<FoundElement> {
    return ask('describe', { target: written(target) }) as Promise<FoundElement>;
  }
  /** The text of the whole view, or of the part that `{ target }` names. */
  snapshot(options: Args = {}): Promise<string> {
    return ask('snapshot', options) as Promise<string>;
  }
  /** A text that is to come, or the arguments of browser_wait_for. */
  waitFor(what: string | Args): Promise<unknown> {
    return tool('browser_wait_for', typeof what === 'string' ? { text: what } : what);
  }
  click(target: Target, options: Args = {}): Promise<unknown> {
    return tool('browser_click', { target: written(target), ...options });
  }
  doubleClick(target: Target, options: Args = {}): Promise<unknown> {
    return this.click(target, { ...options, doubleClick: true });
  }
  hover(target: Target): Promise<unknown> {
    return tool('browser_hover', { target: written(target) });
  }
  /** Replaces what the field holds. */
  fill(target: Target, text: string): Promise<unknown> {
    return tool('browser_type', { target: written(target), text });
  }
  /** Key by key, after what the field holds; `{ submit: true }` presses Enter. */
  type(target: Target, text: string, options: Args = {}): Promise<unknown> {
    return tool('browser_type', { target: written(target), text, slowly: true, ...options });
  }
  press(key: string): Promise<unknown> {
    return tool('browser_press_key', { key });
  }
  select(target: Target, ...values: string[]): Promise<unknown> {
    return tool('browser_select_option', { target: written(target), values });
  }
  check(target: Target): Promise<unknown> {
    return setChecked(target, 'true');
  }
  uncheck(target: Target): Promise<unknown> {
    return setChecked(target, 'false');
  }
  drag(from: Target, to: Target, options: Args = {}): Promise<unknown> {
    return tool('browser_drag', { startTarget: written(from), endTarget: written(to), ...options });
  }
  evaluate(code: string, target?: Target): Promise<unknown> {
    return tool('browser_evaluate', { function: code, ...(target && { target: written(target) }) });
  }
}

const page = new Page();

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
const log = (...values: unknown[]): void => __log(values.map(shown).join(' '));

Object.assign(globalThis, { page, tool, console: { log, info: log, warn: log, error: log } });
