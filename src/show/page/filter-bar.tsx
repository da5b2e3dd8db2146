/** What run this is, and which of its steps are listed. */
import type { RefObject } from 'preact';
import type { Run } from '../run.js';
import { choices, type Filter, NO_FILTER } from './filter.js';
import { KEYS } from './keys.js';
import type { Followed } from './source.js';

interface Props {
  run: Run;
  followed: Followed;
  filter: Filter;
  onFilter(filter: Filter): void;
  search: RefObject<HTMLInputElement | null>;
}

export function FilterBar({ run, followed, filter, onFilter, search }: Props) {
  const set = (more: Partial<Filter>) => {
    const next = { ...filter, ...more };
    const isEmpty = Object.entries(NO_FILTER).every(([key, value]) => next[key as keyof Filter] === value);
    onFilter(isEmpty ? NO_FILTER : next);
  };
  const errors = run.steps.filter(({ isError }) => isError).length;
  return (
    <header class="bar">
      <h1>
        Sightline <span class="dim">{run.info?.name}</span>
      </h1>
      <State run={run} followed={followed} />
      <div class="filters" role="search">
        <input
          ref={search}
          type="search"
          placeholder="Search everything"
          aria-label="Search in calls, answers, code, console and requests"
          aria-keyshortcuts="/"
          value={filter.text}
          onInput={(event) => set({ text: event.currentTarget.value })}
        />
        <Choice
          label="Tool"
          all="All tools"
          value={filter.tool}
          values={choices(run.steps, ({ tool }) => tool).toSorted()}
          onChange={(tool) => set({ tool })}
        />
        <Choice
          label="Page"
          all="All pages"
          value={filter.page}
          values={choices(run.steps, ({ page }) => page?.handle)}
          onChange={(page) => set({ page })}
        />
        <Choice
          label="Agent"
          all="All agents"
          value={filter.agent}
          values={choices(run.steps, ({ agent }) => agent)}
          onChange={(agent) => set({ agent })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={filter.errors}
            onChange={(event) => set({ errors: event.currentTarget.checked })}
          />
          Errors <span class="dim">{errors}</span>
        </label>
      </div>
      <Keys />
    </header>
  );
}

function State({ run, followed: { connection } }: { run: Run; followed: Followed }) {
  const start = run.info?.start;
  const isLive = connection === 'live' && run.ended === undefined;
  return (
    <p class="state dim">
      {isLive && <span class="live">Live</span>}
      {start !== undefined && <time dateTime={start}>{start.slice(0, 19).replace('T', ' ')}</time>}
      <span>{run.steps.length === 1 ? '1 step' : `${run.steps.length} steps`}</span>
    </p>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  values: string[];
  onChange(value: string): void;
}

/** With one value there is nothing to choose. */
function Choice({ label, all, value, values, onChange }: ChoiceProps) {
  if (values.length < 2) return null;
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{all}</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

function Keys() {
  return (
    <details class="keys">
      <summary>Keys</summary>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
