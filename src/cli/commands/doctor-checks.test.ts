import { expect, it } from 'vitest';
import { display, nodeVersion } from './doctor-checks.js';

it.each([
  ['18.20.0', 'fail'],
  ['20.18.3', 'fail'],
  ['20.19.0', 'ok'],
  ['22.1.0', 'ok'],
])('Node %s: %s', (version, state) => {
  expect(nodeVersion(version)).toMatchObject({ state, detail: version });
});

it.each([
  ['linux', {}, 'note'],
  ['linux', { DISPLAY: ':0' }, 'ok'],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'ok'],
  ['darwin', {}, 'ok'],
] as const)('a display on %s with %o: %s', (platform, env, state) => {
  expect(display(platform, env).state).toBe(state);
});
