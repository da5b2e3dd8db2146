/** The connection to a running server: its state and pictures come as events, commands go as requests. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LiveFrame, LiveState } from '../live/live-state.js';

export interface Live {
  /** Undefined until the server has told. */
  state: LiveState | undefined;
  frame: LiveFrame | undefined;
  isLost: boolean;
  /** Resolves with the answer; fails with the server's message. */
  send: Send;
}

export type Send = (command: string, body?: object) => Promise<unknown>;

/** Undefined where the run is not live. */
export function useLive(isLive: boolean): Live | undefined {
  const [state, setState] = useState<LiveState>();
  const [frame, setFrame] = useState<LiveFrame>();
  const [isLost, setLost] = useState(false);
  const viewer = useMemo(() => ({ id: '' }), []);
  useEffect(() => {
    if (!isLive) return undefined;
    const events = new EventSource('live');
    const on = (name: string, take: (data: string) => void) =>
      events.addEventListener(name, (event: MessageEvent<string>) => take(event.data));
    on('hello', (data) => {
      viewer.id = JSON.parse(data);
    });
    on('state', (data) => {
      const next: LiveState = JSON.parse(data);
      setState(next);
      if (next.page === undefined) setFrame(undefined);
    });
    on('frame', (data) => setFrame(JSON.parse(data)));
    // No second try: the server has ended, and a new connection would be another viewer.
    events.addEventListener('error', () => {
      events.close();
      setLost(true);
    });
    return () => events.close();
  }, [isLive, viewer]);
  const send = useMemo<Send>(
    () => async (command, body) => {
      const response = await fetch(`live/${command}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, viewer: viewer.id }),
      });
      if (!response.ok) throw new Error((await response.text()).trim());
      return response.json();
    },
    [viewer],
  );
  return isLive ? { state, frame, isLost, send } : undefined;
}
