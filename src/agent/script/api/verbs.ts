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

let patience: number | undefined;

/** Milliseconds that each action waits for its element. */
export const setPatience = (milliseconds: number): void => {
  patience = milliseconds;
};

/** A verb: what Playwright's options say about waiting is understood; other options are arguments of the tool. */
function act(name: string, given: Args): Promise<unknown> {
  const { timeout = patience, noWaitAfter: _, ...args } = given;
  return ask('tool', { name, args, ...(typeof timeout === 'number' && { timeout }) });
}

const on = (target: Target): { target: string } => ({ target: String(target) });

export const click = (target: Target, options: Args = {}): Promise<unknown> => {
  const { clickCount, position, ...rest } = options;
  return act('browser_click', {
    ...on(target),
    ...rest,
    ...(clickCount === 2 && { doubleClick: true }),
    ...(position !== undefined && { position: placeOf(position) }),
  });
};

export const hover = (target: Target, options: Args = {}): Promise<unknown> =>
  act('browser_hover', { ...on(target), ...options });

/** Replaces what the field holds. */
export const fill = (target: Target, text: string, options: Args = {}): Promise<unknown> =>
  act('browser_type', { ...on(target), text: String(text), ...options });

/** Key by key, after what the field holds; `{ submit: true }` presses Enter. */
export const type = (target: Target, text: string, { delay: _, ...options }: Args = {}): Promise<unknown> =>
  act('browser_type', { ...on(target), text: String(text), slowly: true, ...options });

export const press = (key: string): Promise<unknown> => act('browser_press_key', { key });

export async function pressOn(target: Target, key: string): Promise<unknown> {
  await ask('focus', on(target));
  return press(key);
}

export type Choices = string | Args | (string | Args)[];

export const select = (
  target: Target,
  values: readonly (string | Args)[],
  options: Args = {},
): Promise<unknown> =>
  act('browser_select_option', { ...on(target), values: values.map(choiceOf), ...options });

function choiceOf(choice: string | Args): string {
  const given = typeof choice === 'object' ? (choice.label ?? choice.value) : choice;
  if (given === undefined) throw new Error('An option is chosen by its label or value, not by its index');
  return String(given);
}

export const setChecked = (target: Target, checked: boolean): Promise<unknown> =>
  act('browser_fill_form', { fields: [{ ...on(target), type: 'checkbox', value: String(checked) }] });

export function drag(from: Target, to: Target, options: Args = {}): Promise<unknown> {
  const { sourcePosition, targetPosition = options.position, position: _, ...rest } = options;
  return act('browser_drag', {
    startTarget: String(from),
    endTarget: String(to),
    ...rest,
    ...(sourcePosition !== undefined && { startPosition: placeOf(sourcePosition) }),
    ...(targetPosition !== undefined && { position: placeOf(targetPosition) }),
  });
}

/** As the tools take it. */
function placeOf(place: unknown): string {
  const { x, y } = Object(place) as { x?: unknown; y?: unknown };
  return typeof x === 'number' ? `${x},${String(y)}` : String(place);
}

export const setInputFiles = (target: Target, paths: readonly string[]): Promise<unknown> =>
  act('browser_file_upload', { ...on(target), paths });

export const selectText = (target: Target, options: Args = {}): Promise<unknown> =>
  act('browser_select_text', { ...on(target), ...options });

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

export async function evaluateAll(code: unknown, args: readonly unknown[], target: Target): Promise<unknown> {
  const targets = (await ask('refs', on(target))) as string[];
  const given = ['all', ...args.map((each) => JSON.stringify(each))].join(', ');
  const answer = await tool('browser_evaluate', {
    function: `(...all) => (${String(code)})(${given})`,
    targets,
  });
  return (answer as { result: unknown }).result;
}

/** Playwright's names of states that are ours under another one. */
const STATES: Readonly<Record<string, string>> = { detached: 'gone', attached: 'visible' };

export const waitFor = (
  target: Target,
  { state = 'visible', timeout }: { state?: string; timeout?: number } = {},
): Promise<unknown> =>
  tool('browser_wait_for', { ...on(target), state: STATES[state] ?? state, ...seconds(timeout) });

/** The longest wait of a condition. */
export const seconds = (timeout: unknown): { time?: number } =>
  typeof timeout === 'number' && timeout > 0 ? { time: timeout / 1_000 } : {};
