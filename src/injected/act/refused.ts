import type { Refused } from '../../wire/api.js';

export function isRefused(value: object): value is Refused {
  return 'code' in value;
}
