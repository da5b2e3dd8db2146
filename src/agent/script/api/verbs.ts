/** What a program does to elements: each verb is a tool call with all checks of the tool. */
declare const __host: (method: string, args: string) => Promise<string>;

export type Args = Record<string, unknown>;

/** A ref, a selector, or a locator. */
export type Target = string | { toString(): string };

export async function ask(method: string, args: unknown): Promise<unknown> {
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
export const tool = (name: string, args: Args = {}): Promise<unknown> => ask('tool', { name, args });

const on = (target: Target): { target: string } => ({ target: String(target) });

export const click = (target: Target, options: Args = {}): Promise<unknown> =>
  tool('browser_click', { ...on(target), ...options });

export const hover = (target: Target): Promise<unknown> => tool('browser_hover', on(target));

/** Replaces what the field holds. */
export const fill = (target: Target, text: string): Promise<unknown> =>
  tool('browser_type', { ...on(target), text });

/** Key by key, after what the field holds; `{ submit: true }` presses Enter. */
export const type = (target: Target, text: string, options: Args = {}): Promise<unknown> =>
  tool('browser_type', { ...on(target), text, slowly: true, ...options });

export const press = (key: string): Promise<unknown> => tool('browser_press_key', { key });

export async function pressOn(target: Target, key: string): Promise<unknown> {
  await ask('focus', on(target));
  return press(key);
}

export const select = (target: Target, values: readonly string[]): Promise<unknown> =>
  tool('browser_select_option', { ...on(target), values });

export const setChecked = (target: Target, checked: boolean): Promise<unknown> =>
  tool('browser_fill_form', { fields: [{ ...on(target), type: 'checkbox', value: String(checked) }] });

/** What `find` gives for each element, and `describe` for one. */
export interface FoundElement {
  ref: string;
  role: string;
  name: string;
  text: string;
  value?: string;
}

export const describe = (target: Target): Promise<FoundElement> =>
  ask('describe', on(target)) as Promise<FoundElement>;

/** A script for the page, as text or as a function, with the arguments that it gets after its element. */
export async function evaluate(code: unknown, args: readonly unknown[], target?: Target): Promise<unknown> {
  const given = args.map((each) => JSON.stringify(each)).join(', ');
  const answer = await tool('browser_evaluate', {
    function: args.length === 0 ? String(code) : `(...element) => (${code})(...element, ${given})`,
    ...(target && on(target)),
  });
  return (answer as { result: unknown }).result;
}

/** Playwright's names of states that are ours under another one. */
const STATES: Readonly<Record<string, string>> = { detached: 'gone', attached: 'visible' };

export const waitFor = (target: Target, { state = 'visible' }: { state?: string } = {}): Promise<unknown> =>
  tool('browser_wait_for', { ...on(target), state: STATES[state] ?? state });
