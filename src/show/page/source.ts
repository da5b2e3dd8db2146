/** Where the page gets the run from: the server that shows it, or the file that it was exported to. */
import type { TrailRecord } from '../../agent/trail/record.js';
import type { EmbeddedRun } from '../export-html.js';

export interface Source {
  /** Calls back with all records so far, again and again while the run continues. */
  follow(onChange: (state: Followed) => void): void;
  /** Undefined if the file is gone. */
  text(name: string): Promise<string | undefined>;
  pictureUrl(name: string): string | undefined;
  /** The server of the run is running. */
  readonly isLive: boolean;
}

export interface Followed {
  records: readonly TrailRecord[];
  /** Lines that could not be read. */
  broken: number;
  /** `lost`: the server that showed the run has ended. */
  connection: 'loading' | 'live' | 'lost' | 'file';
}

export function sourceOf(document: Document): Source {
  const embedded = document.getElementById('run');
  const isLive = document.getElementById('viewer')?.dataset.live !== undefined;
  return embedded ? fromFile(JSON.parse(embedded.textContent ?? '{}')) : fromServer(isLive);
}

function fromFile({ records, broken, texts, pictures }: EmbeddedRun): Source {
  return {
    follow: (onChange) => onChange({ records, broken, connection: 'file' }),
    text: async (name) => texts[name],
    pictureUrl: (name) => pictures[name],
    isLive: false,
  };
}

function fromServer(isLive: boolean): Source {
  return {
    isLive,
    follow(onChange) {
      let state: Followed = { records: [], broken: 0, connection: 'loading' };
      const change = (more: Partial<Followed>) => {
        state = { ...state, ...more };
        onChange(state);
      };
      const events = new EventSource('events');
      events.addEventListener('records', ({ data }) => {
        const more: TrailRecord[] = JSON.parse(data);
        change({ records: [...state.records, ...more] });
      });
      events.addEventListener('broken', ({ data }) => change({ broken: state.broken + Number(data) }));
      events.addEventListener('idle', () => {
        if (state.connection !== 'live') change({ connection: 'live' });
      });
      // No second try: the server would send everything again.
      events.addEventListener('error', () => {
        events.close();
        change({ connection: 'lost' });
      });
    },
    async text(name) {
      const response = await fetch(`files/${name}`).catch(() => undefined);
      return response?.ok ? response.text() : undefined;
    },
    pictureUrl: (name) => `files/${name}`,
  };
}
