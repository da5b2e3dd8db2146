/** What is running, according to the kernel (Linux): the tests' evidence that nothing was left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Living processes of a group, without zombies. */
export function processesInGroup(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [state, , groupOf] = statFields(name);
      return Number(groupOf) === group && state !== 'Z';
    })
    .map(Number);
}

/** Processes that this one started, directly or indirectly. */
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

/** A zombie does not count as running. */
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

/** Retries until the condition holds; if it never does, the test fails with the last value. */
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

/** The fields of /proc/<pid>/stat from the state on: the name before it may contain spaces. */
function statFields(pid: string): string[] {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended after the listing
  }
}
