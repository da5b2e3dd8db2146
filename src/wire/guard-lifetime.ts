/**
 * Milliseconds after which a forgotten guard stops blocking a person's input. Input never waits that long to be
 * delivered: without its guard, what it reached would not be known.
 */
export const GUARD_LIFETIME = 60_000;
