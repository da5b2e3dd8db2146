import { describe, expect, it } from 'vitest';
import { isSightlineError } from '../../errors.js';
import { chooseInstance, namedInstances } from './route.js';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isSightlineError(error)) return error.code;
  }
  return 'no error';
}

describe('the instance of a call', () => {
  it.each<[Record<string, unknown>, number[]]>([
    [{ target: 'e5' }, [1]],
    [{ target: 'c999p1f2e5' }, [1]],
    [{ target: 'c1000e5' }, [2]],
    [{ target: '[ref=c2000f1e5]' }, [3]],
    [{ page: 'c1001p3' }, [2]],
    [{ frame: 'c1000f1' }, [2]],
    [{ context: 'c1000' }, [2]],
    [{ startTarget: 'c1000e1', endTarget: 'c1000e2' }, [2]],
    [{ fields: [{ target: 'c1000e1', value: 'e5' }] }, [2]],
    [{ targets: ['c1000e1', 'e2'] }, [2, 1]],
    [{ steps: [{ tool: 'browser_click', arguments: { ref: 'c1000e1' } }] }, [2]],
    // Selectors, and texts that only look like refs.
    [{ target: '#e5' }, []],
    [{ text: 'c1000e5', url: 'e5' }, []],
    [{}, []],
  ])('%j', (args, instances) => {
    expect(namedInstances(args).map(({ instance }) => instance)).toEqual(instances);
  });

  it('is the one that is named, or that the ref is of, or the only one', () => {
    expect(chooseInstance({}, 'inst-2', [1, 2])).toBe(2);
    expect(chooseInstance({ target: 'c1000e5' }, undefined, [1, 2])).toBe(2);
    expect(chooseInstance({ target: 'c1000e5' }, 'inst-2', [1, 2])).toBe(2);
    expect(chooseInstance({}, undefined, [7])).toBe(7);
    expect(chooseInstance({}, undefined, [])).toBeUndefined();
  });

  it('is not guessed', () => {
    expect(codeOf(() => chooseInstance({}, undefined, [1, 2]))).toBe('instance-missing');
    expect(codeOf(() => chooseInstance({ target: 'e5' }, 'inst-2', [1, 2]))).toBe('instance-mismatch');
    expect(codeOf(() => chooseInstance({ startTarget: 'e1', endTarget: 'c1000e1' }, undefined, [1, 2]))).toBe(
      'instance-mismatch',
    );
    expect(codeOf(() => chooseInstance({}, 'second', [1, 2]))).toBe('bad-argument');
  });
});
