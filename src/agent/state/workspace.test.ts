import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { resolveWorkspace } from './workspace.js';

const roots = [pathToFileURL('/first root').href, pathToFileURL('/second').href];
const ours = { SIGHTLINE_WORKSPACE: '/ours', SIGHTLINE_INSTANCE_ID: 'inst-1' };
const theirs = { PW_DOM_STATE_WORKSPACE: '/theirs', PW_DOM_STATE_INSTANCE_ID: 'inst-2' };

describe('resolveWorkspace', () => {
  it('takes the flag before the environment before the first root', () => {
    expect(resolveWorkspace({ flag: '/flag', environment: ours, roots })).toEqual({ folder: '/flag' });
    expect(resolveWorkspace({ environment: { ...ours, ...theirs }, roots })).toEqual({
      folder: '/ours',
      instance: 'inst-1',
    });
    expect(resolveWorkspace({ environment: theirs, roots })).toEqual({
      folder: '/theirs',
      instance: 'inst-2',
    });
    expect(resolveWorkspace({ environment: {}, roots })).toEqual({ folder: '/first root' });
  });

  it('keeps the instance where the variable stands for the flag', () => {
    expect(resolveWorkspace({ flag: '/ours', environment: ours })).toEqual({
      folder: '/ours',
      instance: 'inst-1',
    });
  });

  it('keeps the instance with the roots of a client', () => {
    const environment = { SIGHTLINE_INSTANCE_ID: 'inst-1' };
    expect(resolveWorkspace({ environment, roots: ['file:///root'] })).toEqual({
      folder: '/root',
      instance: 'inst-1',
    });
  });

  it('is nothing where nothing names a folder of this machine', () => {
    expect(resolveWorkspace({})).toBeUndefined();
    expect(resolveWorkspace({ environment: { SIGHTLINE_WORKSPACE: '/half' } })).toBeUndefined();
    expect(resolveWorkspace({ environment: { ...theirs, PW_DOM_STATE_INSTANCE_ID: '' } })).toBeUndefined();
    expect(resolveWorkspace({ roots: ['https://example.com/', ...roots] })).toBeUndefined();
    expect(resolveWorkspace({ roots: ['no address'] })).toBeUndefined();
  });

  it.each(['..', '../up', 'a/b', 'a\\b', 'diffs', 'pages', '.hidden', 'dot.', 'x'.repeat(65), 'a b'])(
    'refuses an instance called %j',
    (instance) => {
      const environment = { SIGHTLINE_WORKSPACE: '/ours', SIGHTLINE_INSTANCE_ID: instance };
      expect(() => resolveWorkspace({ environment })).toThrow('not a valid folder name');
    },
  );
});
