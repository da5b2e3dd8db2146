import { SightlineError } from '../errors.js';

/** Fails with `late` if there is no answer after `timeout` milliseconds. */
export function inTime<T>(answer: Promise<T>, timeout: number, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SightlineError('timeout', late)), timeout);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
