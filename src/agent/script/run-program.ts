/**
 * Runs an agent's program. Its actions are tool calls, one after another, each with the same checks, outcome and state
 * files as a single call. The answer contains only what the program returned and one view.
 */
import { defaultHint, isSightlineError, reasonOf, SightlineError } from '../../errors.js';
import { patience } from '../../interact/patience.js';
import type { Page } from '../../page/page.js';
import { isText, type SnapshotNode } from '../../tree/node.js';
import { clip, safeText } from '../../tree/quote.js';
import { parseRef } from '../../tree/ref.js';
import { untilOutcome } from '../outcome.js';
import { oneLine } from '../text-line.js';
import { type Call, type Outcome, stepOf, type Tool } from '../tool.js';
import { allOf, readOf } from './reading.js';
import { runInSandbox, type SandboxResult } from './sandbox.js';
import { apiBundle } from './worker-bundle.js';

export interface ProgramOptions {
  /** Milliseconds. */
  timeout: number;
  /** Calls of tools. */
  maxSteps: number;
  /** Handle of the page that verbs are about which name no ref. */
  page?: string | undefined;
}

const NO_STEP = { code: 'program-failed', details: {} } as const;
const AGAIN =
  'If this is still what is meant, run it again, without what has been done: it goes through now.';

/** Characters of what a program returned or logged that an answer holds. */
const MOST_TEXT = 20_000;
const MOST_LOG_LINES = 100;
/** Steps that an error lists. */
const LISTED = 20;

export async function runProgram(program: string, options: ProgramOptions, call: Call): Promise<Outcome> {
  const run = new ProgramRun(options, call);
  const { signal } = call;
  const result = await runInSandbox(program, {
    api: apiBundle,
    host: (method, args) => run.answer(method, args),
    now: () => run.url,
    log: (line) => run.log(line),
    timeout: options.timeout,
    signal,
  });
  return run.outcome(result);
}

class ProgramRun {
  readonly #options: ProgramOptions;
  readonly #call: Call;
  readonly #steps: string[] = [];
  readonly #log: string[] = [];
  readonly #code: string[] = [];
  #page: Page | undefined;
  /** The tree after the last step, by page: the next step's outcome is compared with it. */
  readonly #last = new WeakMap<Page, SnapshotNode>();
  #acted = false;
  /** Failed steps, by what they said. */
  readonly #refusals = new Map<string, unknown>();
  /** Steps of one program don't overlap, however it calls them. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ProgramOptions, call: Call) {
    this.#options = options;
    this.#call = { ...stepOf(call), watched: true };
  }

  log(line: string): void {
    if (this.#log.length < MOST_LOG_LINES) this.#log.push(oneLine(line, 500));
    else if (this.#log.length === MOST_LOG_LINES) this.#log.push('… more was logged');
  }

  get url(): string {
    const { agent } = this.#call;
    const { page } = this.#options;
    return (page === undefined ? agent.last : agent.pageAt(page))?.url ?? 'about:blank';
  }

  answer(method: string, args: string): Promise<string> {
    const answered = this.#queue.then(async () => {
      this.#call.signal?.throwIfAborted();
      const value = await this.#run(method, JSON.parse(args) as Record<string, unknown>);
      return value === undefined ? '' : JSON.stringify(value);
    });
    this.#queue = answered.catch((error: unknown) => this.#refusals.set(reasonOf(error), error));
    return answered;
  }

  outcome(result: SandboxResult): Outcome {
    const count = this.#steps.length;
    const done = count === 0 ? 'Nothing was done' : `Done before: ${listed(this.#steps)}`;
    const returned = result.ok && result.value !== undefined ? [`Returned: ${clipped(result.value)}`] : [];
    // A program that only reads is run for what it returns.
    if (result.ok && result.value === undefined && !this.#acted && this.#log.length === 0)
      returned.push('It returned nothing: return the value that you need, or console.log it.');
    const logged = this.#log.map((line) => `Log: ${line}`);
    const summary = result.ok ? [`The program ran ${count} ${count === 1 ? 'step' : 'steps'}.`] : [];
    return {
      ...(!result.ok && { error: this.#failure(result.message, result.line, done) }),
      ...(this.#page && { page: this.#page }),
      result: [...summary, ...returned, ...logged],
      code: this.#code,
      // Not asked for otherwise: a page with a dialog can't be shown, and the rest is told all the same.
      ...(!this.#acted && { show: 'none' }),
    };
  }

  /** A program can throw what it read from the page, so only refs in the message of a step can be trusted. */
  #failure(message: string, line: number | undefined, done: string): SightlineError {
    const where = line === undefined ? '' : ` in line ${line}`;
    const isStep = this.#refusals.has(message);
    const thrown = isStep ? message : message.split('\n').map(safeText).join('\n');
    // What a step shows of the page has lines of its own.
    const said = thrown.includes('\n') ? `${thrown}\n` : `${thrown.replace(/\.$/, '')}. `;
    const step = this.#refusals.get(message);
    const { code, details } = isSightlineError(step) ? step : NO_STEP;
    const isSeenNow = code === 'ref-changed' || code === 'focus-changed';
    return new SightlineError(code, `The program failed${where}: ${said}${done}`, {
      hint: isSeenNow ? AGAIN : defaultHint('program-failed'),
      details,
      cause: step,
    });
  }

  async #run(method: string, args: Record<string, unknown>): Promise<unknown> {
    const { agent, signal } = this.#call;
    const limits = { ...(signal && { signal }) };
    switch (method) {
      case 'tool':
        return this.#inTime(args.timeout, () => this.#step(String(args.name), args.args));
      case 'read': {
        const { locator } = await agent.aim(String(args.target), this.#handleFor(args));
        return readOf(locator, { what: args.what, name: args.name, all: args.all }, limits);
      }
      case 'refs': {
        const { locator } = await agent.aim(String(args.target), this.#handleFor(args));
        const found = (await allOf(locator, limits)).map((each) => each.find(limits));
        return (await Promise.all(found)).map(({ element }) => locator.frame.refOf(element));
      }
      case 'title':
        return (await this.#about()).title(limits);
      case 'count':
        return (await agent.aim(String(args.target), this.#handleFor(args))).locator.count(limits);
      case 'visible':
        return (await agent.aim(String(args.target), this.#handleFor(args))).locator.anyVisible(limits);
      case 'focus': {
        // A part of pressing a key, which is the step.
        const { page, locator } = await agent.aim(String(args.target), this.#handleFor(args));
        await locator.focus(limits);
        this.#acted = true;
        this.#page = page;
        return undefined;
      }
      case 'describe': {
        const { page, locator } = await agent.aim(String(args.target), this.#handleFor(args));
        const { element } = await locator.describe(limits);
        return (await this.#found(page, [locator.frame.refOf(element)]))[0];
      }
      case 'find': {
        const { data } = await this.#toolOf('browser_find').call(this.#withPage(args), this.#call);
        const refs = Array.isArray(data?.refs) ? data.refs.map(String) : [];
        return this.#found(await this.#about(), refs);
      }
      case 'snapshot': {
        const page = await this.#about();
        const { text, moments } = await page.ariaSnapshotWithFrames({ ...args, ...limits });
        agent.memory.see(page, text, moments);
        return text;
      }
      default:
        throw new SightlineError('bad-argument', `A program can't call ${method}`);
    }
  }

  /** `timeout`: milliseconds that its action waits for its element. */
  #inTime<T>(timeout: unknown, step: () => Promise<T>): Promise<T> {
    return typeof timeout === 'number' && timeout >= 0 ? patience.run(timeout, step) : step();
  }

  /** Elements as they are now: what a program has read counts as seen. */
  async #found(page: Page, refs: readonly string[]): Promise<ReturnType<typeof foundIn>> {
    const { agent, signal } = this.#call;
    const { json, moments } = await page.ariaSnapshotWithFrames({ ...(signal && { signal }) });
    if (moments) agent.memory.seen(page).part(refs.map((ref) => `[ref=${ref}]`).join(''), moments);
    return foundIn(json.root, refs);
  }

  async #step(name: string, args: unknown): Promise<unknown> {
    if (this.#steps.length >= this.#options.maxSteps)
      throw new SightlineError('bad-argument', `The program has made its ${this.#options.maxSteps} steps`);
    const tool = this.#toolOf(name);
    const began = new Date();
    try {
      const { answer, notes } = await this.#callTool(tool, args);
      this.#trace(tool, args, began, notes.join('\n'), false);
      return answer;
    } catch (error) {
      this.#trace(tool, args, began, reasonOf(error), true);
      throw error;
    }
  }

  /** Each step is in a running trace, as if it had been called alone. */
  #trace(tool: Tool, args: unknown, began: Date, answer: string, isError: boolean): void {
    const { agent } = this.#call;
    agent.host.traces.add(agent, this.#page, {
      time: began.toISOString(),
      milliseconds: Date.now() - began.getTime(),
      tool: tool.name,
      args: agent.secrets.maskData(args),
      isError,
      answer: agent.secrets.mask(answer),
    });
  }

  async #callTool(tool: Tool, args: unknown): Promise<{ answer: unknown; notes: string[] }> {
    this.#call.agent.assertNotLost(this.#page);
    const outcome = await tool.call(tool.takes('page') ? this.#withPage(args) : args, this.#call);
    this.#steps.push(stepName(tool, args));
    if (outcome.error !== undefined) throw outcome.error;
    this.#code.push(...(outcome.code ?? []));
    const notes = (outcome.reports ?? []).flatMap((report) => report.notes);
    if (tool.effect !== 'read' && outcome.page)
      notes.push(...(await this.#settle(tool, args, outcome, outcome.page)));
    // The agent gets the notes of a single call, whatever the program does with them.
    for (const note of notes) this.log(`${stepName(tool, args)}: ${note}`);
    return { answer: outcome.data ?? [...(outcome.result ?? []), ...notes], notes };
  }

  /** Waits for what the step brought about, and writes the state files of the page. Returns what is to be said of it. */
  async #settle(tool: Tool, args: unknown, outcome: Outcome, page: Page): Promise<string[]> {
    const { agent, signal } = this.#call;
    this.#acted = true;
    this.#page = page;
    if (page.closed !== undefined || page.dialog) return [];
    const files = agent.workplace.state;
    const dom = await files.isWanted();
    const capture = () => page.ariaSnapshotWithFrames({ dom, ...(signal && { signal }) });
    const report = tool.effect === 'act' ? outcome.reports?.at(-1) : undefined;
    const before = this.#last.get(page) ?? agent.memory.shown(page)?.json.root;
    const { snapshot, notes } = await untilOutcome(
      page,
      report,
      before && { root: before },
      capture,
      args,
      signal,
    );
    this.#last.set(page, snapshot.json.root);
    const { entered } = outcome;
    await files.record(page, snapshot, { tool: tool.name, args, ...(entered !== undefined && { entered }) });
    return notes;
  }

  #about(): Promise<Page> {
    return this.#call.agent.page(this.#options.page);
  }

  #withPage(args: unknown): unknown {
    const handle = this.#handleFor(Object(args));
    return handle === undefined ? args : { page: handle, ...Object(args) };
  }

  /** A ref names its own page. */
  #handleFor(args: { target?: unknown; startTarget?: unknown }): string | undefined {
    const isRef = parseRef(args.target).ok || parseRef(args.startTarget).ok;
    return isRef ? undefined : this.#options.page;
  }

  #toolOf(name: string): Tool {
    const { tools } = this.#call.agent.host;
    const tool = tools.get(name) ?? tools.get(`browser_${name}`);
    if (tool && tool.name !== 'browser_run' && tool.name !== 'browser_batch') return tool;
    throw new SightlineError('bad-argument', `A program can't call the tool ${name}`);
  }
}

function foundIn(root: SnapshotNode, refs: readonly string[]): unknown[] {
  const wanted = new Map<string, SnapshotNode | undefined>(refs.map((ref) => [ref, undefined]));
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (wanted.has(node.ref)) wanted.set(node.ref, node);
    for (const child of node.children) if (!isText(child)) stack.push(child);
  }
  return [...wanted.values()].flatMap((node) => (node ? [plain(node)] : []));
}

function plain(node: SnapshotNode): Record<string, unknown> {
  const { ref, role, name, value, states } = node;
  return { ref, role, name, text: textOf(node), ...(value !== undefined && { value }), ...states };
}

/** All text below a node, in order. */
function textOf(node: SnapshotNode): string {
  const parts: string[] = [];
  const visit = (each: SnapshotNode): void => {
    if (each.text) parts.push(each.text);
    else if (each.children.length === 0 && each.name !== '') parts.push(each.name);
    for (const child of each.children) {
      if (isText(child)) parts.push(child.text);
      else visit(child);
    }
  };
  visit(node);
  return clip(parts.join(' '), 2_000);
}

function stepName({ name }: Tool, args: unknown): string {
  const { target, url } = Object(args) as { target?: unknown; url?: unknown };
  const about = typeof target === 'string' ? target : typeof url === 'string' ? url : '';
  return `${name.replace(/^browser_/, '')}${about === '' ? '' : ` ${oneLine(about, 60)}`}`;
}

function listed(steps: readonly string[]): string {
  const shown = steps.slice(-LISTED);
  const more = steps.length - shown.length;
  return `${more > 0 ? `${more} steps, then ` : ''}${shown.join(', ')}`;
}

function clipped(json: string): string {
  const text = oneLine(json, MOST_TEXT);
  return json.length > MOST_TEXT ? `${text} (cut: ${json.length} characters)` : text;
}
