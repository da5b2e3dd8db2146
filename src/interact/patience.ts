/** How long the actions of a step wait for their elements, where the step says so: milliseconds. */
import { AsyncLocalStorage } from 'node:async_hooks';

export const patience = new AsyncLocalStorage<number>();
