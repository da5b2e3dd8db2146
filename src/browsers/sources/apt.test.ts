import { expect, it } from 'vitest';
import { candidateVersion } from './apt.js';

it.each([
  ['firefox-esr:\n  Installed: (none)\n  Candidate: 140.3.0esr-1~deb12u1\n', '140.3.0esr-1~deb12u1'],
  ['chromium-browser:\n  Installed: (none)\n  Candidate: 2:1snap1-0ubuntu2\n', undefined],
  ['firefox:\n  Installed: (none)\n  Candidate: (none)\n', undefined],
  ['', undefined],
])('accepts only a real package: %j', (policy, version) => {
  expect(candidateVersion(policy)).toBe(version);
});
