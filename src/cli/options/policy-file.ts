import { Policy } from '../../agent/policy/policy.js';
import { reasonOf } from '../../errors.js';
import { UsageError } from '../command.js';
import { read } from './browser-options.js';

/** The policy in a JSON file. */
export function policyIn(file: string): Policy {
  const text = read('--policy', file);
  try {
    return new Policy(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`--policy ${file}: ${reasonOf(cause)}`, { cause });
  }
}
