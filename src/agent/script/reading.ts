/** What a program reads of elements: functions of ours that change nothing, so it is no step. */
import { SightlineError } from '../../errors.js';
import type { CallLimits } from '../../page/deadline.js';
import type { Locator } from '../../page/locator/locator.js';

const READ: Readonly<Record<string, string>> = {
  textContent: '(e) => e.textContent',
  innerText: '(e) => e.innerText ?? e.textContent',
  innerHTML: '(e) => e.innerHTML',
  inputValue: `(e) => {
    if (e.type === 'password') throw new Error('A password is not read out');
    if (!('value' in e)) throw new Error('It is no field: read its textContent');
    return e.value;
  }`,
  getAttribute: '(e, name) => e.getAttribute(name)',
  isChecked: "(e) => (e.checked ?? e.getAttribute('aria-checked') === 'true') === true",
  isEnabled: "(e) => !e.matches(':disabled') && e.closest('[aria-disabled=true]') === null",
  isEditable: "(e) => !e.matches(':disabled') && (e.isContentEditable || ('value' in e && !e.readOnly))",
  boundingBox:
    '(e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; }',
};

/** Of the one element of a locator, or, with `all`, of each. */
export async function readOf(
  locator: Locator,
  { what, name, all }: { what: unknown; name: unknown; all: unknown },
  limits: CallLimits,
): Promise<unknown> {
  const read = Object.hasOwn(READ, String(what)) ? READ[String(what)] : undefined;
  if (read === undefined) throw new SightlineError('bad-argument', `A program can't read ${String(what)}`);
  const locators = all === true ? await allOf(locator, limits) : [locator];
  const elements: number[] = [];
  for (const each of locators) elements.push((await each.verify(limits)).element);
  const each = `(...all) => { const name = all.pop(); return all.map((e) => (${read})(e, name)); }`;
  const values = await locator.frame.evaluate(each, [name ?? null], { ...limits, elements });
  return all === true || !Array.isArray(values) ? values : values[0];
}

export async function allOf(locator: Locator, limits: CallLimits): Promise<Locator[]> {
  return Array.from({ length: await locator.count(limits) }, (_, at) => locator.nth(at));
}
