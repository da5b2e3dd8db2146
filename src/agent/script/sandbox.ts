/**
 * Runs an agent's program in a separate JavaScript engine and thread: see `sandbox-worker.ts`. Only JSON text crosses the
 * border. Time and memory are limited; `signal` ends the program.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { reasonOf } from '../../errors.js';
import { workerBundle } from './worker-bundle.js';

export interface SandboxOptions {
  /** Runs inside before the program. */
  api: string;
  /** What the program asks for, by name and with JSON text as arguments; the answer is JSON text. */
  host(method: string, args: string): Promise<string>;
  /** What the program learns at once, without a promise. */
  now?(what: string): string;
  log(line: string): void;
  /** Milliseconds for the whole program. */
  timeout: number;
  /** Milliseconds that it may compute without a pause. */
  slice?: number;
  signal?: AbortSignal | undefined;
}

export type SandboxResult =
  /** JSON text; undefined where the program returned nothing. */
  { ok: true; value: string | undefined } | { ok: false; message: string; line: number | undefined };

/** What a thread is started with. */
export interface SandboxTask {
  api: string;
  program: string;
  /** Addresses of the engine's modules. */
  engine: string;
  variant: string;
  slice: number;
  /** Where answers to `now` come; the worker waits until `told` is 1. */
  answers: MessagePort;
  told: Int32Array;
}

export type FromSandbox =
  /** The engine is loaded, and the program begins. */
  | { started: true }
  | { id: number; method: string; args: string }
  | { now: string }
  | { log: string }
  | { done: SandboxResult };

/** The answer to a question of the program. */
export interface ToSandbox {
  id: number;
  value?: string;
  error?: string;
}

/** Milliseconds. */
const SLICE = 5_000;

/** Milliseconds between looks at a thread that may be stuck. */
const LOOK = 500;

export async function runInSandbox(program: string, options: SandboxOptions): Promise<SandboxResult> {
  const require = createRequire(import.meta.url);
  const urlOf = (name: string) => pathToFileURL(require.resolve(name)).href;
  const { slice = SLICE } = options;
  const { port1: answers, port2 } = new MessageChannel();
  const told = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const task: SandboxTask = {
    api: options.api,
    program,
    engine: urlOf('quickjs-emscripten-core'),
    variant: urlOf('@jitl/quickjs-wasmfile-release-sync'),
    slice,
    answers: port2,
    told,
  };
  const worker = new Worker(workerBundle, {
    eval: true,
    workerData: task,
    transferList: [port2],
    env: {},
    execArgv: [],
    stderr: true,
  });
  try {
    const now = (what: string): void => {
      answers.postMessage(options.now?.(what) ?? '');
      Atomics.store(told, 0, 1);
      Atomics.notify(told, 0);
    };
    return await resultOf(worker, { ...options, slice, now });
  } finally {
    answers.close();
    await worker.terminate();
  }
}

interface Running extends Omit<SandboxOptions, 'now'> {
  slice: number;
  now(what: string): void;
}

function resultOf(
  worker: Worker,
  { host, log, timeout, slice, signal, now }: Running,
): Promise<SandboxResult> {
  /** A step that is under way when the program is stopped comes to its end first: nothing acts after the answer. */
  const running = new Set<Promise<void>>();
  const answer = async (id: number, method: string, args: string): Promise<void> => {
    const reply: ToSandbox = await host(method, args).then(
      (value) => ({ id, value }),
      (error: unknown) => ({ id, error: reasonOf(error) }),
    );
    worker.postMessage(reply);
  };
  return new Promise((resolve) => {
    let unstick = (): void => undefined;
    const end = (result: SandboxResult): void => {
      clearTimeout(timer);
      unstick();
      signal?.removeEventListener('abort', onAbort);
      void Promise.allSettled(running).then(() => resolve(result));
    };
    const stop = (message: string): void => {
      void worker.terminate();
      end({ ok: false, message, line: undefined });
    };
    const onAbort = (): void => stop('The call was cancelled');
    const timer = setTimeout(() => stop(`It ran longer than ${timeout} ms`), timeout);
    signal?.addEventListener('abort', onAbort, { once: true });
    worker.on('message', (message: FromSandbox) => {
      if ('started' in message) unstick = whenStuck(worker, slice, stop);
      else if ('done' in message) end(message.done);
      else if ('log' in message) log(message.log);
      else if ('now' in message) now(message.now);
      else {
        const answering = answer(message.id, message.method, message.args);
        running.add(answering);
        void answering.finally(() => running.delete(answering));
      }
    });
    worker.on('error', (error) => stop(`Its engine failed: ${reasonOf(error)}`));
  });
}

/**
 * The engine asks only now and then whether to go on, and never in the middle of a long computation of its own. So a thread is
 * stuck whose event loop was never idle while this process used twice the processor time; on a busy machine a thread that
 * waits for the processor is not. Returns what ends the watch.
 */
function whenStuck(worker: Worker, slice: number, stop: (message: string) => void): () => void {
  let last = Number.NaN;
  let since = process.cpuUsage();
  const timer = setInterval(() => {
    const { idle } = worker.performance.eventLoopUtilization();
    if (idle !== last) [last, since] = [idle, process.cpuUsage()];
    const { user, system } = process.cpuUsage(since);
    if (user + system < 2 * slice * 1_000) return;
    clearInterval(timer);
    stop(`It computed for ${2 * slice} ms without a pause`);
  }, LOOK);
  return () => clearInterval(timer);
}
