/** What is running, as the kernel tells it (Linux): the tests' witness that nothing was left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Living processes of a group; one that ended and waits for its parent does not count. */
export function processesInGroup(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [state, , groupOf] = statFields(name);
      return Number(groupOf) === group && state !== 'Z';
    })
    .map(Number);
}

/** Processes that this one started, directly or not. */
export function descendantsOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = new Set([pid]);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const name of all) if (found.has(Number(statFields(name)[1]))) found.add(Number(name));
  }
  found.delete(pid);
  return [...found];
}

/** One that ended and waits for its parent does not run. */
export function isRunning(pid: number): boolean {
  const [state = ''] = statFields(String(pid));
  return state !== '' && state !== 'Z';
}

/** Processes whose command line mentions the text. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => read(`/proc/${name}/cmdline`).includes(text))
    .map(Number);
}

/** Looks again until it holds; a condition that never does fails the test with what was seen last. */
export async function eventually<T>(
  look: () => T,
  holds: (seen: T) => boolean,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = look();
    if (holds(seen) || performance.now() > deadline) return seen;
    await delay(20);
  }
}

/** The fields of /proc/<pid>/stat from the state on: the name before it may hold spaces. */
function statFields(pid: string): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It ended between the listing and the look.
  }
}
