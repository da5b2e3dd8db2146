/** What waits for the person beside the picture: a request of an agent, a dialog, a file chooser, a comment. */
import { useState } from 'preact/hooks';
import type { LiveElement, LiveState } from '../live/live-state.js';
import type { Send } from './live.js';

const MAX_NOTE = 2_000;

interface NoteProps {
  label: string;
  placeholder: string;
  note: string;
  onChange(note: string): void;
}

function NoteField({ label, placeholder, note, onChange }: NoteProps) {
  return (
    <input
      aria-label={label}
      placeholder={placeholder}
      maxLength={MAX_NOTE}
      value={note}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface RequestProps {
  request: LiveState['requests'][number];
  send: Send;
  onPick(): void;
}

export function RequestBox({ request: { id, reason, needed, pick }, send, onPick }: RequestProps) {
  const [note, setNote] = useState('');
  const answer = (kind: 'done' | 'declined') => void send('answer', { request: id, kind, note });
  return (
    <section class="box" aria-label="Request of the agent">
      <h2>The agent asks you</h2>
      <p>{reason}</p>
      {needed !== undefined && <p class="dim">{needed}</p>}
      <div class="box-row">
        <NoteField
          label="Answer to the agent"
          placeholder="Answer (optional)"
          note={note}
          onChange={setNote}
        />
        {pick ? (
          <button type="button" class="primary" onClick={onPick}>
            Point at it
          </button>
        ) : (
          <button type="button" class="primary" onClick={() => answer('done')}>
            Done
          </button>
        )}
        <button type="button" onClick={() => answer('declined')}>
          Decline
        </button>
      </div>
    </section>
  );
}

interface PointProps {
  element: LiveElement;
  /** The request that this answers. */
  request: string | undefined;
  send: Send;
  onDone(): void;
}

export function PointBox({ element, request, send, onDone }: PointProps) {
  const [comment, setComment] = useState('');
  return (
    <form
      class="box"
      aria-label="Pointed at"
      onSubmit={(event) => {
        event.preventDefault();
        void send('point', { comment, ...(request !== undefined && { request }) }).then(onDone);
      }}
    >
      <p>
        <code>{element.words}</code>
      </p>
      <div class="box-row">
        <NoteField
          label="Comment for the agent"
          placeholder="Comment (optional)"
          note={comment}
          onChange={setComment}
        />
        <button type="submit" class="primary">
          Tell the agent
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

export function DialogBox({
  dialog: { kind, message, defaultValue },
  send,
}: {
  dialog: NonNullable<LiveState['dialog']>;
  send: Send;
}) {
  const [text, setText] = useState(defaultValue);
  const answer = (accept: boolean) => void send('dialog', { accept, ...(kind === 'prompt' && { text }) });
  return (
    <section class="box" aria-label="Dialog of the page">
      <h2>The page says</h2>
      <p>{message === '' ? 'Leave this page?' : message}</p>
      <div class="box-row">
        {kind === 'prompt' && (
          <input
            aria-label="Answer to the page"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        <button type="button" class="primary" onClick={() => answer(true)}>
          OK
        </button>
        {kind !== 'alert' && (
          <button type="button" onClick={() => answer(false)}>
            Cancel
          </button>
        )}
      </div>
    </section>
  );
}

/** The page's own control is drawn by the browser, outside of the picture. */
export function PickerBox({ picker, send }: { picker: NonNullable<LiveState['picker']>; send: Send }) {
  const choose = (choice: object) => void send('choose', choice);
  const cancel = (
    <button type="button" onClick={() => choose({})}>
      Cancel
    </button>
  );
  if (picker.type === 'select')
    return (
      <section class="box" aria-label="List of the page">
        <h2>Choose: {picker.words}</h2>
        <div class="options">
          {picker.options.map(({ label, disabled, selected }, index) => (
            <button
              key={index}
              type="button"
              disabled={disabled}
              aria-pressed={selected}
              onClick={() => choose({ index })}
            >
              {label.trim() === '' ? '(empty)' : label}
            </button>
          ))}
        </div>
        <div class="box-row">{cancel}</div>
      </section>
    );
  return (
    <form
      class="box"
      aria-label="Field of the page"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ value: String(new FormData(event.currentTarget).get('value') ?? '') });
      }}
    >
      <div class="box-row">
        <label>
          {picker.words} <input name="value" type={picker.type} defaultValue={picker.value} />
        </label>
        <button type="submit" class="primary">
          Set
        </button>
        {cancel}
      </div>
    </form>
  );
}

export function FileBox({
  chooser: { multiple },
  send,
}: {
  chooser: NonNullable<LiveState['chooser']>;
  send: Send;
}) {
  const give = async (list: FileList | null) => {
    const files = await Promise.all([...(list ?? [])].map(encoded));
    if (files.length > 0) await send('files', { files });
  };
  return (
    <section class="box" aria-label="Files for the page">
      <label>
        The page wants {multiple ? 'files' : 'a file'}{' '}
        <input type="file" multiple={multiple} onChange={(event) => void give(event.currentTarget.files)} />
      </label>
    </section>
  );
}

function encoded(file: File): Promise<{ name: string; data: string }> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} can't be read`));
    reader.onload = () => {
      const [, data = ''] = String(reader.result).split(',');
      resolve({ name: file.name, data });
    };
    reader.readAsDataURL(file);
  });
}
