import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Heartbeat } from './heartbeat.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function heart() {
  const ping = vi.fn();
  const onLost = vi.fn();
  return { ping, onLost, beat: new Heartbeat({ timeout: 1_000, ping, onLost }) };
}

it('pings a client with a stream, and loses it if it does not answer', () => {
  const { ping, onLost, beat } = heart();
  beat.opened();
  for (let pings = 1; pings <= 3; pings++) {
    vi.advanceTimersByTime(900);
    expect(ping).toHaveBeenCalledTimes(pings);
    beat.heard();
  }
  vi.advanceTimersByTime(1_499);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLost).toHaveBeenCalledOnce();
});

it('loses a client whose stream has ended, unless it comes back', () => {
  const { onLost, beat } = heart();
  const end = beat.opened();
  end();
  vi.advanceTimersByTime(900);
  const endAgain = beat.opened();
  vi.advanceTimersByTime(1_200);
  expect(onLost).not.toHaveBeenCalled();
  endAgain();
  vi.advanceTimersByTime(1_000);
  expect(onLost).toHaveBeenCalledOnce();
});

it('leaves clients without a stream alone', () => {
  const { ping, onLost, beat } = heart();
  beat.heard();
  vi.advanceTimersByTime(100_000);
  expect(ping).not.toHaveBeenCalled();
  expect(onLost).not.toHaveBeenCalled();
});
