/** The defaults for snapshots: built in, from the environment, from the caller. */
import { SightlineError } from '../errors.js';
import type { SnapshotDefaults } from '../page/snapshot/snapshot-options.js';
import { MAX_RATIO } from '../tree/diff/answer.js';
import { checkLimits, checkThreshold, DEFAULT_LIMITS, readSnapshotEnvironment } from '../tree/limit.js';

export function snapshotDefaults(given: Partial<SnapshotDefaults> = {}): SnapshotDefaults {
  const { settings, problems } = readSnapshotEnvironment(process.env);
  problems.push(...checkLimits(given));
  if (given.diffThreshold !== undefined)
    problems.push(...checkThreshold('diffThreshold', given.diffThreshold));
  if (problems.length > 0) throw new SightlineError('bad-argument', problems.join('; '));
  const idAttributes = ['id', 'data-testid', 'data-test-id'];
  return {
    ...DEFAULT_LIMITS,
    refs: 'short',
    idAttributes,
    testIdAttributes: idAttributes.filter((name) => name !== 'id'),
    xpath: true,
    sameOriginFrames: true,
    fold: true,
    diffThreshold: MAX_RATIO,
    refsCheck: 'strict',
    ...settings,
    ...given,
  };
}
