/** The page as it looks now, and what a person can do with it: take over, hand back, point, answer a request. */
import type { ComponentChildren } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import type { LiveElement, LiveState } from '../live/live-state.js';
import type { Live, Send } from './live.js';
import { DialogBox, FileBox, PickerBox, PointBox, RequestBox } from './live-boxes.js';
import { LivePicture } from './live-picture.js';
import { runCommand } from './run-command.js';

interface Props {
  live: Live;
  /** Switches to the recorded pictures. */
  children?: ComponentChildren;
}

export function LiveStage({ live, children }: Props) {
  const { state, frame, isLost, send } = live;
  const [problem, setProblem] = useState<string>();
  const [isPointing, setPointing] = useState(false);
  const [pointed, setPointed] = useState<LiveElement>();
  const toolbar = useRef<HTMLDivElement>(null);
  const run = useCallback<Send>((command, body) => runCommand(() => send(command, body), setProblem), [send]);
  const isMine = state?.holder === 'you' && !isLost;
  const request = state?.requests[0];
  const stopPointing = () => {
    setPointing(false);
    setPointed(undefined);
  };
  const point = async (place: object) => {
    const found = await run('at', place);
    if (found) setPointed(found as LiveElement);
  };
  const mode = isPointing ? 'point' : isMine ? 'act' : 'watch';
  return (
    <section class="stage" aria-label="Live picture of the page">
      <Address state={state} send={run}>
        {children}
      </Address>
      <div class="hands-bar" ref={toolbar}>
        <Hold state={state} isLost={isLost} send={run} />
        <button
          type="button"
          aria-pressed={isPointing}
          disabled={!frame || isLost}
          onClick={() => (isPointing ? stopPointing() : setPointing(true))}
        >
          Point
        </button>
      </div>
      <p role="status" class="notice-line">
        {messageOf(state, isLost, problem, isPointing)}
      </p>
      {request && !isLost && (
        <RequestBox key={request.id} request={request} send={run} onPick={() => setPointing(true)} />
      )}
      {isPointing && pointed && (
        <PointBox
          key={pointed.words}
          element={pointed}
          request={request?.pick ? request.id : undefined}
          send={run}
          onDone={stopPointing}
        />
      )}
      {isMine && state?.dialog && <DialogBox key={state.dialog.message} dialog={state.dialog} send={run} />}
      {isMine && state?.chooser && !state.dialog && <FileBox chooser={state.chooser} send={run} />}
      {isMine && state?.picker && !state.dialog && (
        <PickerBox key={state.picker.words} picker={state.picker} send={run} />
      )}
      {frame && state?.page !== undefined ? (
        <LivePicture
          frame={frame}
          url={state.url ?? ''}
          send={send}
          mode={mode}
          pointed={pointed}
          onPoint={(place) => void point(place)}
          onLeave={() => toolbar.current?.querySelector('button')?.focus()}
          onError={setProblem}
        />
      ) : (
        <p class="no-picture">{state?.page === undefined ? 'No page is open.' : 'No picture yet.'}</p>
      )}
    </section>
  );
}

function messageOf(
  state: LiveState | undefined,
  isLost: boolean,
  problem: string | undefined,
  isPointing: boolean,
): string | undefined {
  if (isLost) return 'The server has ended. This is the last picture of the page.';
  if (state?.lost !== undefined) return `The browser is gone: ${state.lost}. The next call starts another.`;
  if (problem !== undefined) return problem;
  if (isPointing) return 'Click on what you mean.';
  if (state?.holder === 'you') return 'You have taken over. The agent waits. What you type is not recorded.';
  if (state?.holder === 'other') return 'Somebody else has taken over. The agent waits.';
  return undefined;
}

function Address({
  state,
  send,
  children,
}: {
  state: LiveState | undefined;
  send: Send;
  children?: ComponentChildren;
}) {
  const pages = state?.pages ?? [];
  return (
    <div class="address">
      {pages.length > 1 ? (
        <select
          class="url"
          aria-label="Page"
          value={state?.page}
          onChange={(event) => void send('watch', { page: event.currentTarget.value })}
        >
          {pages.map(({ handle, url }) => (
            <option key={handle} value={handle}>
              {handle} {url}
            </option>
          ))}
        </select>
      ) : (
        <span class="url" title={state?.url}>
          {state?.url ?? 'No page'}
        </span>
      )}
      {children}
    </div>
  );
}

/** Take over, or hand back with a note. */
function Hold({ state, isLost, send }: { state: LiveState | undefined; isLost: boolean; send: Send }) {
  const [note, setNote] = useState('');
  if (state?.holder !== 'you' || isLost)
    return (
      <button
        type="button"
        class="primary"
        disabled={isLost || state?.page === undefined || state.holder === 'other'}
        onClick={() => void send('take')}
      >
        Take over
      </button>
    );
  return (
    <form
      class="hand-back"
      onSubmit={(event) => {
        event.preventDefault();
        void send('back', { note });
        setNote('');
      }}
    >
      <button type="submit" class="primary">
        Hand back
      </button>
      <input
        aria-label="Note for the agent"
        placeholder="Note for the agent (optional)"
        maxLength={2000}
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
    </form>
  );
}
