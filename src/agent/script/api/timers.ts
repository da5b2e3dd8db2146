/** `setTimeout` and `setInterval` of a program. */
declare const __sleep: (milliseconds: string) => Promise<string>;

type Callback = (...args: unknown[]) => unknown;

let last = 0;
const live = new Set<number>();

async function run(id: number, wait: number, again: boolean, then: () => unknown): Promise<void> {
  do {
    await __sleep(String(Math.max(0, Number(wait) || 0)));
    if (!live.has(id)) return;
    if (!again) live.delete(id);
    await then();
  } while (again);
}

function start(again: boolean) {
  return (then: Callback, wait = 0, ...args: unknown[]): number => {
    const id = ++last;
    live.add(id);
    // As in a page, nobody can catch what a callback throws.
    run(id, wait, again, () => then(...args)).catch((error: unknown) => {
      console.error(`A timer failed: ${String(error)}`);
    });
    return id;
  };
}

const stop = (id: number): boolean => live.delete(id);

export const timers = {
  setTimeout: start(false),
  setInterval: start(true),
  clearTimeout: stop,
  clearInterval: stop,
};
