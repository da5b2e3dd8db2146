/** How a program finds elements and acts on them. What Playwright spells differently has its spelling, too. */
import * as verbs from './verbs.js';

type Args = verbs.Args;

/** As `parse-locator-code` reads it. */
function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`);
    return `{ ${parts.join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** Last in the chain of prototypes: an unknown verb is an error that lists the known ones. */
const unknownVerb = new Proxy(Object.prototype, {
  get(known, name, object: object) {
    if (typeof name === 'symbol' || name in known || name === 'then' || name === 'toJSON')
      return Reflect.get(known, name);
    const verbs = [Object.getPrototypeOf(object), Finder.prototype]
      .flatMap(Object.getOwnPropertyNames)
      .filter((verb) => !['constructor', 'toString', 'with'].includes(verb));
    throw new Error(`A program has no ${name} here. It has ${verbs.join(', ')}, and tool(name, args)`);
  },
});

export abstract class Finder {
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

Object.setPrototypeOf(Finder.prototype, unknownVerb);

export class Locator extends Finder {
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
    return verbs.ask('count', { target: this.#code }) as Promise<number>;
  }
  describe(): Promise<unknown> {
    return verbs.describe(this);
  }
  click(options?: Args): Promise<unknown> {
    return verbs.click(this, options);
  }
  doubleClick(options?: Args): Promise<unknown> {
    return verbs.click(this, { ...options, doubleClick: true });
  }
  hover(): Promise<unknown> {
    return verbs.hover(this);
  }
  fill(text: string): Promise<unknown> {
    return verbs.fill(this, text);
  }
  type(text: string, options?: Args): Promise<unknown> {
    return verbs.type(this, text, options);
  }
  select(...values: string[]): Promise<unknown> {
    return verbs.select(this, values);
  }
  check(): Promise<unknown> {
    return verbs.setChecked(this, true);
  }
  uncheck(): Promise<unknown> {
    return verbs.setChecked(this, false);
  }
  evaluate(code: unknown, ...args: unknown[]): Promise<unknown> {
    return verbs.evaluate(code, args, this);
  }
  waitFor(options?: { state?: string }): Promise<unknown> {
    return verbs.waitFor(this, options);
  }

  dblclick(options?: Args): Promise<unknown> {
    return this.doubleClick(options);
  }
  pressSequentially(text: string): Promise<unknown> {
    return this.type(text);
  }
  selectOption(values: string | string[]): Promise<unknown> {
    return verbs.select(this, [values].flat());
  }
  setChecked(checked: boolean): Promise<unknown> {
    return verbs.setChecked(this, checked);
  }
  press(key: string): Promise<unknown> {
    return verbs.pressOn(this, key);
  }
  textContent(): Promise<unknown> {
    return this.evaluate('(element) => element.textContent');
  }
  innerText(): Promise<unknown> {
    return this.evaluate('(element) => element.innerText');
  }
  inputValue(): Promise<unknown> {
    return this.evaluate('(element) => element.value');
  }
  getAttribute(name: string): Promise<unknown> {
    return this.evaluate('(element, name) => element.getAttribute(name)', name);
  }
  async allTextContents(): Promise<unknown[]> {
    const texts: unknown[] = [];
    for (const each of await this.all()) texts.push(await each.textContent());
    return texts;
  }
  async isChecked(): Promise<boolean> {
    return (await this.evaluate('(element) => element.checked ?? element.ariaChecked === "true"')) === true;
  }
  async isVisible(): Promise<boolean> {
    return (await verbs.ask('visible', { target: this.#code })) === true;
  }
}
