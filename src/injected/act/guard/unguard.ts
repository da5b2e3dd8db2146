import type { Handler } from '../acting.js';

export const unguard: Handler<'unguard'> = (acting) => {
  acting.callOffWaits();
  const verdict = acting.pointerGuard.take();
  acting.drag.end();
  acting.textGuard.take();
  acting.keyGuard.take();
  acting.quiet.rest();
  return verdict ? { guard: verdict } : {};
};

export const withhold: Handler<'withhold'> = ({ pointerGuard }) => {
  pointerGuard.withhold();
  return { ok: true };
};
