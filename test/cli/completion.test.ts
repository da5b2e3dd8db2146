/** Real shells load the scripts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sightline } from '../support/command-line.js';

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'sightline-completion-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The script in a file. */
async function scriptFile(shell: string): Promise<string> {
  const file = join(folder, shell);
  writeFileSync(file, await script(shell));
  return file;
}

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await sightline(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('completion', () => {
  it.skipIf(!has('bash'))('bash completes commands, flags and choices (skipped without bash)', async () => {
    const source = await script('bash');
    const complete = (...words: string[]) => {
      // From standard input: an argument may have 128 KB.
      const { stdout, stderr } = spawnSync('bash', ['-s', '--', ...words], {
        input: `${source}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`,
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      return stdout.trim().split('\n');
    };
    expect(complete('sightline', 'sc')).toEqual(['scroll', 'screenshot']);
    expect(complete('sightline', 'ope')).toEqual(['open']);
    expect(complete('sightline', 'click', '--dou')).toEqual(['--double-click']);
    expect(complete('sightline', 'click', 'e1', '--button', 'r')).toEqual(['right']);
    expect(complete('sightline', 'scroll', 'do')).toEqual(['down']);
    expect(complete('sightline', 'open', '--browser', 'fire')).toEqual(['firefox']);
    expect(complete('sightline', 'completion', 'z')).toEqual(['zsh']);
    expect(complete('sightline', 'setup', 'cl')).toEqual(['claude', 'claude-desktop']);
  });

  it.skipIf(!has('zsh'))('zsh takes the script (skipped where there is no zsh)', async () => {
    const { status, stderr } = spawnSync(
      'zsh',
      [
        '-fc',
        `autoload -U compinit && compinit -D -u && source ${await scriptFile('zsh')} && print \${_comps[sightline]}`,
      ],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it.skipIf(!has('fish'))('fish completes commands and choices (skipped without fish)', async () => {
    const complete = (line: string) =>
      spawnSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
        encoding: 'utf8',
      })
        .stdout.trim()
        .split('\n')
        .map((each) => each.split('\t')[0]);
    const file = await scriptFile('fish');
    expect(complete('sightline navi')).toEqual(['navigate', 'navigate-back', 'navigate-forward']);
    expect(complete('sightline click e1 --button ri')).toEqual(['right']);
  });

  it('another shell is refused', async () => {
    expect(await sightline(['completion', 'cmd'])).toMatchObject({ code: 2, stdout: '' });
  });
});
