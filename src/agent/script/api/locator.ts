/** How a program finds elements and acts on them. What Playwright spells differently has its spelling, too. */
import { absentVerb } from './absent.js';
import * as verbs from './verbs.js';

type Args = verbs.Args;

/** As `parse-locator-code` reads it. */
function literal(value: unknown): string {
  if (value instanceof RegExp || value instanceof Locator) return String(value);
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`);
    return `{ ${parts.join(', ')} }`;
  }
  return JSON.stringify(value);
}

/** Last in the chain of prototypes: an unknown verb is an error that says what to use, or lists the known ones. */
const unknownVerb = new Proxy(Object.prototype, {
  get(known, name, object: object) {
    if (typeof name === 'symbol' || name in known || name === 'then' || name === 'toJSON')
      return Reflect.get(known, name);
    const verbs = [Object.getPrototypeOf(object), Finder.prototype]
      .flatMap(Object.getOwnPropertyNames)
      .filter((verb) => !['constructor', 'toString', 'toJSON', 'with', 'page'].includes(verb));
    throw absentVerb(name, verbs);
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
  locator(selector: string, options?: Args): Locator {
    return this.#by('locator', [selector, options]);
  }
  frameLocator(selector: string): Locator {
    return this.#by('frameLocator', [selector]);
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

  toJSON(): string {
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
  contentFrame(): Locator {
    return this.with('contentFrame()');
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
  hover(options?: Args): Promise<unknown> {
    return verbs.hover(this, options);
  }
  focus(): Promise<unknown> {
    return verbs.ask('focus', { target: this.#code });
  }
  clear(options?: Args): Promise<unknown> {
    return verbs.fill(this, '', options);
  }
  drag(to: verbs.Target, options?: Args): Promise<unknown> {
    return verbs.drag(this, to, options);
  }
  selectText(options?: Args): Promise<unknown> {
    return verbs.selectText(this, options);
  }
  fill(text: string, options?: Args): Promise<unknown> {
    return verbs.fill(this, text, options);
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
  /** The function gets the list of all elements. */
  evaluateAll(code: unknown, ...args: unknown[]): Promise<unknown> {
    return verbs.evaluateAll(code, args, this);
  }
  waitFor(options?: { state?: string }): Promise<unknown> {
    return verbs.waitFor(this, options);
  }

  dblclick(options?: Args): Promise<unknown> {
    return this.doubleClick(options);
  }
  tap(options?: Args): Promise<unknown> {
    return this.click(options);
  }
  pressSequentially(text: string, options?: Args): Promise<unknown> {
    return this.type(text, options);
  }
  selectOption(values: verbs.Choices, options?: Args): Promise<unknown> {
    return verbs.select(this, [values].flat(), options);
  }
  setChecked(checked: boolean): Promise<unknown> {
    return verbs.setChecked(this, checked);
  }
  press(key: string): Promise<unknown> {
    return verbs.pressOn(this, key);
  }
  dragTo(to: verbs.Target, options?: Args): Promise<unknown> {
    return this.drag(to, options);
  }
  setInputFiles(paths: string | string[]): Promise<unknown> {
    return verbs.setInputFiles(this, [paths].flat());
  }
  scrollIntoViewIfNeeded(): Promise<unknown> {
    return verbs.tool('browser_scroll', { target: this.#code });
  }

  #read(what: string, more: Args = {}): Promise<unknown> {
    return verbs.ask('read', { target: this.#code, what, ...more });
  }
  textContent(): Promise<unknown> {
    return this.#read('textContent');
  }
  innerText(): Promise<unknown> {
    return this.#read('innerText');
  }
  innerHTML(): Promise<unknown> {
    return this.#read('innerHTML');
  }
  inputValue(): Promise<unknown> {
    return this.#read('inputValue');
  }
  getAttribute(name: string): Promise<unknown> {
    return this.#read('getAttribute', { name });
  }
  boundingBox(): Promise<unknown> {
    return this.#read('boundingBox');
  }
  allTextContents(): Promise<unknown> {
    return this.#read('textContent', { all: true });
  }
  allInnerTexts(): Promise<unknown> {
    return this.#read('innerText', { all: true });
  }
  isChecked(): Promise<unknown> {
    return this.#read('isChecked');
  }
  isEnabled(): Promise<unknown> {
    return this.#read('isEnabled');
  }
  async isDisabled(): Promise<boolean> {
    return (await this.isEnabled()) === false;
  }
  isEditable(): Promise<unknown> {
    return this.#read('isEditable');
  }
  async isVisible(): Promise<boolean> {
    return (await verbs.ask('visible', { target: this.#code })) === true;
  }
  async isHidden(): Promise<boolean> {
    return !(await this.isVisible());
  }
}

const REF = /^\s*(?:c\d+)?(?:p\d+)?(?:f\d+)?e\d+\s*$/;
const CODE = /^\s*(?:page\s*\.\s*)?(?:getBy[A-Z]\w*|locator|frameLocator)\s*\(/;

/** Of a ref, a selector or the code of a locator. */
export function locatorOf(target: verbs.Target): Locator {
  const text = String(target);
  const isCode = REF.test(text) || CODE.test(text);
  return new Locator(isCode ? text : `locator(${JSON.stringify(text)})`);
}
