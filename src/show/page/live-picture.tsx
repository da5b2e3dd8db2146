/** The live picture. While the person has taken over, their mouse and keys go to the page. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { LiveElement, LiveFrame } from '../live/live-state.js';
import type { Send } from './live.js';
import { keyInput } from './person-keys.js';
import { type Input, PersonQueue } from './person-queue.js';

interface Props {
  frame: LiveFrame;
  url: string;
  send: Send;
  /** What mouse and keys are for. */
  mode: 'watch' | 'act' | 'point';
  /** The element that was pointed at. */
  pointed: LiveElement | undefined;
  onPoint(place: { x: number; y: number }): void;
  /** The person wants to leave the picture with the keyboard. */
  onLeave(): void;
  onError(message: string): void;
}

export function LivePicture({ frame, url, send, mode, pointed, onPoint, onLeave, onError }: Props) {
  const picture = usePicture(frame);
  const { width, height } = frame;
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <div class={`picture live-picture ${mode}`}>
      <img src={picture} alt={`The page as it looks now: ${url}`} width={width} height={height} />
      {pointed && (
        <div
          class="mark pointed"
          style={{
            left: percent(pointed.box.x, width),
            top: percent(pointed.box.y, height),
            width: percent(pointed.box.width, width),
            height: percent(pointed.box.height, height),
          }}
        />
      )}
      {mode === 'act' && <Hands frame={frame} send={send} onLeave={onLeave} onError={onError} />}
      {mode === 'point' && (
        // Pointing needs a pointer.
        <div class="hands" onClick={(event) => onPoint(placeOf(event, event.currentTarget, frame))} />
      )}
    </div>
  );
}

/** A URL of the last picture; the one before is given back. */
function usePicture({ jpeg }: LiveFrame): string {
  const url = useMemo(() => {
    const bytes = Uint8Array.from(atob(jpeg), (character) => character.charCodeAt(0));
    return URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
  }, [jpeg]);
  const [shown, setShown] = useState(url);
  useEffect(() => {
    let isWanted = true;
    const image = new Image();
    // Decoded before it is shown, so that nothing flickers.
    image.src = url;
    void image
      .decode()
      .catch(() => undefined)
      .then(() => {
        if (isWanted) setShown(url);
      });
    return () => {
      isWanted = false;
      // The one that replaces it is shown a moment later.
      setTimeout(() => URL.revokeObjectURL(url), 1_000);
    };
  }, [url]);
  return shown;
}

function placeOf(event: MouseEvent, area: Element, { width, height }: LiveFrame): { x: number; y: number } {
  const { left, top, width: wide, height: high } = area.getBoundingClientRect();
  return {
    x: Math.round(((event.clientX - left) / wide) * width),
    y: Math.round(((event.clientY - top) / high) * height),
  };
}

function heldWith({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): string[] {
  const held = { alt: altKey, control: ctrlKey, meta: metaKey, shift: shiftKey };
  return Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : []));
}

const BUTTONS = ['left', 'middle', 'right'];
/** Pixels of a line, for wheels that count lines. */
const LINE = 16;

/** A text field without text: input methods, touch keyboards and the clipboard work with it as with any other. */
function Hands({ frame, send, onLeave, onError }: Pick<Props, 'frame' | 'send' | 'onLeave' | 'onError'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const queue = useMemo(
    () => new PersonQueue((events) => send('input', { events }), onError),
    [send, onError],
  );
  useEffect(() => field.current?.focus(), []);
  const add = (input: Input) => queue.add(input);
  const type = (text: string) => {
    if (field.current) field.current.value = '';
    if (text !== '') add({ do: 'type', text });
  };
  const press = (kind: 'down' | 'up') => (event: MouseEvent & { currentTarget: HTMLElement }) => {
    event.preventDefault();
    event.currentTarget.focus();
    const place = placeOf(event, event.currentTarget, frame);
    const button = BUTTONS[event.button];
    const clickCount = Math.min(3, Math.max(1, event.detail));
    if (button) add({ do: kind, ...place, button, clickCount, modifiers: heldWith(event) });
  };
  return (
    <textarea
      ref={field}
      class="hands"
      aria-label="The page: keys and clicks go to it. Shift+Escape leaves it"
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && event.shiftKey) {
          event.preventDefault();
          onLeave();
          return;
        }
        const input = keyInput(event);
        if (input === 'later') return;
        event.preventDefault();
        if (input !== 'none') add(input);
      }}
      onPaste={(event) => {
        event.preventDefault();
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (text !== '') add({ do: 'paste', text });
      }}
      onCompositionEnd={(event) => type(event.data)}
      onInput={(event) => {
        if (!event.isComposing) type(event.currentTarget.value);
      }}
      onMouseMove={(event) => add({ do: 'move', ...placeOf(event, event.currentTarget, frame) })}
      onMouseDown={press('down')}
      onMouseUp={press('up')}
      onContextMenu={(event) => event.preventDefault()}
      onWheel={(event) => {
        event.preventDefault();
        const scale = event.deltaMode === 0 ? 1 : LINE;
        const [deltaX, deltaY] = [event.deltaX * scale, event.deltaY * scale];
        add({ do: 'wheel', ...placeOf(event, event.currentTarget, frame), deltaX, deltaY });
      }}
    />
  );
}
