/**
 * Runs an agent's program in a separate JavaScript engine and thread: see `sandbox-worker.ts`. Only JSON text crosses the
 * border. Time and memory are limited; `signal` ends the program.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { reasonOf } from '../../errors.js';
import { workerBundle } from './worker-bundle.js';

export interface SandboxOptions {
  /** Runs inside before the program. */
  api: string;
  /** What the program asks for, by name and with JSON text as arguments; the answer is JSON text. */
  host(method: string, args: string): Promise<string>;
  log(line: string): void;
  /** Milliseconds for the whole program. */
  timeout: number;
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
}

export type FromSandbox =
  | { id: number; method: string; args: string }
  | { log: string }
  | { done: SandboxResult };

/** The answer to a question of the program. */
export interface ToSandbox {
  id: number;
  value?: string;
  error?: string;
}

export async function runInSandbox(program: string, options: SandboxOptions): Promise<SandboxResult> {
  const require = createRequire(import.meta.url);
  const urlOf = (name: string) => pathToFileURL(require.resolve(name)).href;
  const task: SandboxTask = {
    api: options.api,
    program,
    engine: urlOf('quickjs-emscripten-core'),
    variant: urlOf('@jitl/quickjs-wasmfile-release-sync'),
  };
  const worker = new Worker(workerBundle, {
    eval: true,
    workerData: task,
    env: {},
    execArgv: [],
    stderr: true,
  });
  try {
    return await resultOf(worker, options);
  } finally {
    await worker.terminate();
  }
}

function resultOf(worker: Worker, { host, log, timeout, signal }: SandboxOptions): Promise<SandboxResult> {
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
    const end = (result: SandboxResult): void => {
      clearTimeout(timer);
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
      if ('done' in message) end(message.done);
      else if ('log' in message) log(message.log);
      else {
        const answering = answer(message.id, message.method, message.args);
        running.add(answering);
        void answering.finally(() => running.delete(answering));
      }
    });
    worker.on('error', (error) => stop(`Its engine failed: ${reasonOf(error)}`));
  });
}
