/** The viewer: timeline on the left, the page in the middle, live or as it was, what the agent saw on the right. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Run, type RunStep, runOf } from '../run.js';
import { Detail, TABS, type TabName } from './detail.js';
import { type Filter, matching, NO_FILTER } from './filter.js';
import { FilterBar } from './filter-bar.js';
import { useKeys } from './keys.js';
import { type Live, useLive } from './live.js';
import { LiveStage } from './live-stage.js';
import type { Followed, Source } from './source.js';
import { Stage } from './stage.js';
import { Switch } from './switch.js';
import { Timeline } from './timeline.js';

type View = 'before' | 'after' | 'live';

const VIEWS: readonly (readonly [View, string])[] = [
  ['before', 'Before'],
  ['after', 'After'],
];

export function App({ source }: { source: Source }) {
  const [followed, setFollowed] = useState<Followed>({ records: [], broken: 0, connection: 'loading' });
  useEffect(() => source.follow(setFollowed), [source]);
  const run = useMemo(() => runOf(followed.records), [followed.records]);
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const shown = useMemo(() => matching(run.steps, filter), [run, filter]);
  const { selected, select: choose } = useSelection(shown);
  const live = useLive(source.isLive);
  const [tab, setTab] = useState<TabName>('answer');
  const [view, setView] = useState<View>(live ? 'live' : 'after');
  const select = (step: RunStep) => {
    choose(step);
    if (view === 'live') setView('after');
  };
  /** The ref that is pointed at, in the picture or in a text. */
  const [pointed, setPointed] = useState<string>();
  const search = useRef<HTMLInputElement>(null);
  useKeys({
    steps: shown,
    selected,
    select,
    search: () => search.current?.focus(),
    toggleBefore: () => setView((was) => (was === 'before' ? 'after' : 'before')),
    openTab: (at) => {
      const name = TABS[at]?.name;
      if (name !== undefined) setTab(name);
    },
  });
  useTitle(run);
  return (
    <div class="viewer">
      <FilterBar run={run} followed={followed} filter={filter} onFilter={setFilter} search={search} />
      <Notices followed={followed} />
      <main class={live && view === 'live' ? 'panes with-live' : 'panes'}>
        <Timeline
          run={run}
          steps={shown}
          isFiltered={filter !== NO_FILTER}
          selected={selected}
          onSelect={select}
          source={source}
        />
        <Middle {...{ step: selected, source, live, view, pointed }} onView={setView} onPoint={setPointed} />
        {selected ? (
          <Detail
            step={selected}
            source={source}
            tab={tab}
            onTab={setTab}
            pointed={pointed}
            onPoint={setPointed}
          />
        ) : (
          <Nothing run={run} followed={followed} beside={live !== undefined} />
        )}
      </main>
    </div>
  );
}

interface MiddleProps {
  step: RunStep | undefined;
  source: Source;
  live: Live | undefined;
  view: View;
  onView(view: View): void;
  pointed: string | undefined;
  onPoint(ref: string | undefined): void;
}

/** The page as it is, or as it was at a step. */
function Middle({ step, source, live, view, onView, pointed, onPoint }: MiddleProps) {
  const choice = step && (
    <Switch
      label="Picture"
      value={view}
      choices={live ? [...VIEWS, ['live', 'Live']] : VIEWS}
      onChange={onView}
    />
  );
  if (live && (view === 'live' || !step)) return <LiveStage live={live}>{choice}</LiveStage>;
  if (!step) return null;
  return (
    <Stage step={step} source={source} before={view === 'before'} pointed={pointed} onPoint={onPoint}>
      {choice}
    </Stage>
  );
}

/** Follows the newest step until a person goes back to another. */
function useSelection(steps: readonly RunStep[]) {
  const [number, setNumber] = useState<number>();
  const newest = steps.at(-1);
  const selected = steps.find(({ step }) => step === number) ?? newest;
  const select = (step: RunStep) => setNumber(step === newest ? undefined : step.step);
  return { selected, select };
}

function useTitle({ info }: Run): void {
  useEffect(() => {
    document.title = info
      ? `${info.name}, ${info.start.slice(0, 16).replace('T', ' ')} – Sightline`
      : 'Sightline';
  }, [info]);
}

function Notices({ followed: { broken, connection } }: { followed: Followed }) {
  return (
    <div role="status" class="notices">
      {connection === 'lost' && (
        <p>
          The connection to <code>sightline show</code> has ended. What was loaded stays readable.
        </p>
      )}
      {broken > 0 && (
        <p>
          {broken === 1 ? 'One record of this trail is' : `${broken} records of this trail are`} damaged and
          not shown.
        </p>
      )}
    </div>
  );
}

function Nothing({ run, followed, beside }: { run: Run; followed: Followed; beside: boolean }) {
  const isFiltered = run.steps.length > 0;
  return (
    <section class={beside ? 'nothing beside' : 'nothing'} aria-label="Step">
      {followed.connection === 'loading' ? (
        <p>Loading…</p>
      ) : isFiltered ? (
        <p>No step matches the filter.</p>
      ) : (
        <>
          <p>No steps yet.</p>
          {run.ended === undefined && <p class="dim">They appear here while the agent works.</p>}
        </>
      )}
    </section>
  );
}
