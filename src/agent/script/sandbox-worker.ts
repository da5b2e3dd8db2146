/**
 * The inside of the sandbox: a thread that runs one program in QuickJS, without Node, files or network. A thread can be
 * terminated at any time, and a busy program does not block the server.
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import { explained } from './absent-globals.js';
import type { FromSandbox, SandboxResult, SandboxTask, ToSandbox } from './sandbox.js';

const MEMORY_LIMIT = 64 * 1024 * 1024;
const STACK_LIMIT = 512 * 1024;
/** The program starts in the second line of what is evaluated. */
const LINES_BEFORE = 1;
const FILE = 'program.js';
/** Milliseconds. */
const ANSWER_TIME = 10_000;
const LONGEST_SLEEP = 600_000;
const STRANDED = 'It waits for a promise that nothing can settle any more';
/** Not in a text that goes on over lines, which would be no error. */
const IMPORT = /^\s*(?:import|export)\b/m;
/** How a function begins, after comments; a declaration that is followed by statements is no expression. */
const FUNCTION = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*(?:async\b\s*)?(?:function\b|\([^)]*\)\s*=>|\w+\s*=>)/;

/** The program that runs in this thread. */
class Program {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #waiting = new Map<number, ReturnType<QuickJSContext['newPromise']>>();
  readonly #longest: number;
  #asked = 0;
  #slice = 0;
  /** Timers that are to run. */
  #sleeping = 0;
  #isDone = false;
  #program = '';
  #isSlow = false;

  constructor(
    runtime: QuickJSRuntime,
    context: QuickJSContext,
    { slice: longest, answers, told }: SandboxTask,
  ) {
    this.#longest = longest;
    this.#runtime = runtime;
    this.#context = context;
    runtime.setInterruptHandler(() => {
      this.#isSlow ||= performance.now() - this.#slice > longest;
      return this.#isSlow;
    });
    this.#define('__host', (method = '', args = '') => this.#ask(method, args));
    this.#define('__sleep', (milliseconds = '') => this.#sleep(Number(milliseconds)));
    this.#define('__now', (what = '') => {
      Atomics.store(told, 0, 0);
      tell({ now: what });
      Atomics.wait(told, 0, 0, ANSWER_TIME);
      const answer: unknown = receiveMessageOnPort(answers)?.message;
      return context.newString(String(answer ?? ''));
    });
    this.#define('__log', (line = '') => {
      tell({ log: line });
      return context.undefined;
    });
  }

  /** Resolved when nothing is left that could make it go on. */
  #strand: () => void = () => undefined;
  readonly #stranded = new Promise<undefined>((resolve) => {
    this.#strand = () => resolve(undefined);
  });

  async run({ api, program }: SandboxTask): Promise<SandboxResult> {
    this.#program = program;
    const prepared = this.#evaluate(api, 'api.js');
    if ('failure' in prepared) return prepared.failure;
    const started = this.#evaluate(`${this.#asCall(program)}.then(__json)`, FILE);
    if ('failure' in started) return started.failure;
    const settled = this.#context.resolvePromise(started.handle);
    this.#goOn();
    const ended = await Promise.race([settled, this.#stranded]);
    this.#isDone = true;
    if (!ended) return { ok: false, message: STRANDED, line: undefined };
    if (ended.error) return this.#failure(ended.error);
    const value = this.#context.dump(ended.value) as unknown;
    return { ok: true, value: typeof value === 'string' ? value : undefined };
  }

  /** A program is a list of statements, or one function of the page. */
  #asCall(program: string): string {
    const expression = program.replace(/[\s;]+$/, '');
    const isFunction = FUNCTION.test(program) && this.#parses(`(\n${expression}\n)`);
    return isFunction
      ? `(async (page) => (\n${expression}\n)(page))(page)`
      : `(async () => {\n${program}\n})()`;
  }

  #parses(code: string): boolean {
    const result = this.#context.evalCode(code, FILE, { compileOnly: true });
    result.dispose();
    return !result.error;
  }

  answer({ id, value, error }: ToSandbox): void {
    const deferred = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error !== undefined) deferred?.reject(this.#context.newError({ name: 'Error', message: error }));
    else deferred?.resolve(this.#context.newString(value ?? ''));
    this.#goOn();
  }

  /** Runs what is ready inside; called after everything that settles a promise there. */
  #goOn(): void {
    this.#slice = performance.now();
    this.#runtime.executePendingJobs();
    // After what the program has resolved.
    setImmediate(() => {
      const isIdle = this.#waiting.size === 0 && this.#sleeping === 0 && !this.#runtime.hasPendingJob();
      if (isIdle && !this.#isDone) this.#strand();
    });
  }

  #sleep(milliseconds: number): QuickJSHandle {
    const deferred = this.#context.newPromise();
    this.#sleeping++;
    setTimeout(
      () => {
        this.#sleeping--;
        deferred.resolve(this.#context.newString(''));
        this.#goOn();
      },
      Math.min(milliseconds, LONGEST_SLEEP),
    );
    return deferred.handle;
  }

  #define(name: string, run: (...args: string[]) => QuickJSHandle): void {
    const context = this.#context;
    const handle = context.newFunction(name, (...args) =>
      run(...args.map((each) => context.getString(each))),
    );
    context.setProp(context.global, name, handle);
  }

  #ask(method: string, args: string): QuickJSHandle {
    const deferred = this.#context.newPromise();
    const id = ++this.#asked;
    this.#waiting.set(id, deferred);
    tell({ id, method, args });
    return deferred.handle;
  }

  #evaluate(code: string, file: string): { handle: QuickJSHandle } | { failure: SandboxResult } {
    this.#slice = performance.now();
    const result = this.#context.evalCode(code, file);
    return result.error ? { failure: this.#failure(result.error) } : { handle: result.value };
  }

  #failure(error: QuickJSHandle): SandboxResult {
    if (this.#isSlow)
      return { ok: false, message: `It computed for ${this.#longest} ms without a pause`, line: undefined };
    const dumped = this.#context.dump(error) as unknown;
    const {
      name = 'Error',
      message,
      stack = '',
    } = Object(dumped) as { name?: string; message?: string; stack?: string };
    if (name === 'SyntaxError' && IMPORT.test(this.#program))
      return { ok: false, message: 'A program can import nothing', line: lineIn(stack) };
    const text =
      message === undefined ? thrown(dumped) : name === 'Error' ? message : `${name}: ${explained(message)}`;
    return { ok: false, message: text, line: lineIn(stack) };
  }
}

/** What was thrown that is no error. */
const thrown = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value).slice(0, 1_000) : String(value);

/** The line of the program that an error came from, counted from 1. */
function lineIn(stack: string): number | undefined {
  const [, line] = /program\.js:(\d+)/.exec(stack) ?? [];
  return line === undefined ? undefined : Math.max(1, Number(line) - LINES_BEFORE);
}

function tell(message: FromSandbox): void {
  parentPort?.postMessage(message);
}

async function main(task: SandboxTask): Promise<void> {
  const { newQuickJSWASMModuleFromVariant }: typeof import('quickjs-emscripten-core') = await import(
    task.engine
  );
  const variant: typeof import('@jitl/quickjs-wasmfile-release-sync') = await import(task.variant);
  const engine = await newQuickJSWASMModuleFromVariant(Promise.resolve(variant));
  const runtime = engine.newRuntime({ memoryLimitBytes: MEMORY_LIMIT, maxStackSizeBytes: STACK_LIMIT });
  const program = new Program(runtime, runtime.newContext(), task);
  parentPort?.on('message', (message: ToSandbox) => program.answer(message));
  tell({ started: true });
  tell({ done: await program.run(task) });
}

void main(workerData as SandboxTask); // what `sandbox.ts` starts it with
