/** Makes a locator from Playwright code such as `getByRole('button')`. */
import { SightlineError } from '../../errors.js';
import type { Frame } from '../../page/frame.js';
import { Locator } from '../../page/locator/locator.js';
import type { RoleOptions } from '../../page/locator/locator-factory.js';
import type { Page } from '../../page/page.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { quote } from '../../tree/quote.js';
import { QUERIED_STATES } from '../../tree/text/flags.js';
import { type Literal, type LocatorCall, parseLocatorCode } from './parse-locator-code.js';

type Place = Frame | Locator;

const BY_TEXT = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByAltText', 'getByTitle'] as const;
const ROLE_SWITCHES = ['exact', 'includeHidden', ...QUERIED_STATES] as const;
const KNOWN = [...BY_TEXT, 'getByRole', 'getByTestId', 'locator', 'frameLocator', 'contentFrame', 'filter'];

export async function locatorFromCode(code: string, page: Page): Promise<Locator> {
  const place = await follow(parseLocatorCode(code), page.mainFrame, page);
  if (place instanceof Locator) return place;
  throw wrong(`${quote(code, 200)} is a frame. Add a locator for an element in it`);
}

async function follow(calls: readonly LocatorCall[], from: Place, page: Page): Promise<Place> {
  let place = from;
  for (const call of calls) place = await step(place, call, page);
  return place;
}

async function step(from: Place, { name, args: [first, second] }: LocatorCall, page: Page): Promise<Place> {
  const byText = BY_TEXT.find((each) => each === name);
  if (byText) {
    assertKnown(second, name, ['exact']);
    return from[byText](textOf(first, name), switches(second, ['exact']));
  }
  switch (name) {
    case 'getByRole':
      assertKnown(second, name, ['name', 'level', ...ROLE_SWITCHES]);
      return from.getByRole(stringOf(first, name), roleOptions(second));
    case 'getByTestId':
      return from.getByTestId(textOf(first, name));
    case 'locator': {
      const found = from.locator(stringOf(first, name));
      return second === undefined ? found : filtered(found, second, name, page);
    }
    case 'frameLocator':
      return insideOf(from.locator(stringOf(first, name)), page);
  }
  if (from instanceof Locator)
    switch (name) {
      case 'first':
        return from.first();
      case 'last':
        return from.last();
      case 'nth':
        if (typeof first === 'number') return from.nth(first);
        throw wrong('nth() takes a number');
      case 'filter':
        return filtered(from, first, name, page);
      case 'contentFrame':
        return insideOf(from, page);
    }
  throw wrong(`.${name}() is not supported`, `Supported: ${KNOWN.join(', ')}, first, last and nth.`);
}

async function filtered(
  from: Locator,
  options: Literal | undefined,
  name: string,
  page: Page,
): Promise<Locator> {
  assertKnown(options, name, ['hasText', 'has']);
  const [hasText, has] = [valueIn(options, 'hasText'), valueIn(options, 'has')];
  if (has === undefined) return from.filter({ hasText: textOf(hasText, name) });
  const inner = Array.isArray(has) ? await follow(has, from.frame, page) : undefined;
  if (!(inner instanceof Locator)) throw wrong(`${name}({ has }) takes a locator`);
  return from.filter({ has: inner, ...(hasText !== undefined && { hasText: textOf(hasText, name) }) });
}

/** An option that is left out would make it mean other elements. */
function assertKnown(given: Literal | undefined, name: string, known: readonly string[]): void {
  if (typeof given !== 'object' || given instanceof RegExp || Array.isArray(given)) return;
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw wrong(`${name}() has no option ${quote(unknown, 40)} here`, `It takes ${known.join(', ')}.`);
}

/** The frame of an iframe element. A capture maps iframe elements to frames. */
async function insideOf(owner: Locator, page: Page): Promise<Frame> {
  const ref = owner.frame.refOf((await owner.find()).element);
  const { json } = await page.ariaSnapshotWithFrames();
  const handle = nodeAt(json.root, ref)?.frame;
  if (handle === undefined) throw wrong(`${owner} is not a frame, or its content can't be read`);
  return page.frame(handle);
}

function nodeAt(node: SnapshotNode, ref: string): SnapshotNode | undefined {
  if (node.ref === ref) return node;
  for (const child of node.children) {
    const found = isText(child) ? undefined : nodeAt(child, ref);
    if (found) return found;
  }
  return undefined;
}

function roleOptions(given: Literal | undefined): RoleOptions {
  const { name, level } =
    typeof given === 'object' && !(given instanceof RegExp || Array.isArray(given)) ? given : {};
  return {
    ...(name !== undefined && { name: textOf(name, 'getByRole') }),
    ...(typeof level === 'number' && { level }),
    ...switches(given, ROLE_SWITCHES),
  };
}

function switches<K extends string>(given: Literal | undefined, keys: readonly K[]): { [P in K]?: boolean } {
  const known = keys.flatMap((key) => {
    const value = valueIn(given, key);
    return typeof value === 'boolean' ? [[key, value]] : [];
  });
  return Object.fromEntries(known) as { [P in K]?: boolean }; // only booleans under `keys` were kept
}

function valueIn(given: Literal | undefined, key: string): Literal | undefined {
  return typeof given === 'object' &&
    !(given instanceof RegExp || Array.isArray(given)) &&
    Object.hasOwn(given, key)
    ? given[key]
    : undefined;
}

function textOf(given: Literal | undefined, name: string): string | RegExp {
  if (typeof given === 'string' || given instanceof RegExp) return given;
  throw wrong(`${name}() takes a string or a regular expression`);
}

function stringOf(given: Literal | undefined, name: string): string {
  if (typeof given === 'string') return given;
  throw wrong(`${name}() takes a string`);
}

function wrong(message: string, hint?: string): SightlineError {
  return new SightlineError('bad-selector', message, hint === undefined ? {} : { hint });
}
