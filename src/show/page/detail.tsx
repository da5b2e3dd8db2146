/** Everything about one step: the call, what the agent saw, what changed, and what the page logged. */
import { useState } from 'preact/hooks';
import type { RunStep } from '../run.js';
import { Changes } from './changes.js';
import { Lines } from './lines.js';
import { Log } from './log.js';
import { duration, errorOf, verbOf } from './step-words.js';
import { Switch } from './switch.js';
import { type TextProps, useText } from './use-text.js';

export const TABS = [
  { name: 'answer', title: 'Answer' },
  { name: 'page', title: 'Page' },
  { name: 'changes', title: 'Changes' },
  { name: 'log', title: 'Log' },
] as const;

export type TabName = (typeof TABS)[number]['name'];

interface Props extends TextProps {
  tab: TabName;
  onTab(tab: TabName): void;
}

export function Detail({ step, source, tab, onTab, pointed, onPoint }: Props) {
  const text = { step, source, pointed, onPoint };
  return (
    <section class="detail" aria-label={`Step ${step.step}`}>
      <Call step={step} />
      <Tabs step={step} tab={tab} onTab={onTab} />
      <div role="tabpanel" id="panel" class="panel" aria-labelledby={`tab-${tab}`}>
        {tab === 'answer' && <Lines text={step.answer} label="Answer" pointed={pointed} onPoint={onPoint} />}
        {tab === 'page' && <PageText {...text} />}
        {tab === 'changes' && <Changes {...text} />}
        {tab === 'log' && <Log step={step} />}
      </div>
    </section>
  );
}

function Call({ step }: { step: RunStep }) {
  const { tool, args, code = [], agent, milliseconds, isError, time } = step;
  const given = JSON.stringify(args, null, 2);
  return (
    <div class="call">
      <h2>
        <span class="number">{step.step}</span> {verbOf(step)}
      </h2>
      <p class="dim">
        <code>{tool}</code> · {duration(milliseconds)} · {agent} ·{' '}
        <time dateTime={time}>{time.slice(11, 19)}</time>
      </p>
      {isError && <pre class="error">{errorOf(step)}</pre>}
      {given !== undefined && given !== '{}' && <pre class="args">{given}</pre>}
      {code.length > 0 && <pre class="code">{code.join('\n')}</pre>}
    </div>
  );
}

function Tabs({ step, tab, onTab }: { step: RunStep; tab: TabName; onTab(tab: TabName): void }) {
  const logged = (step.console?.length ?? 0) + (step.requests?.length ?? 0);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = TABS.findIndex(({ name }) => name === tab);
    const next = TABS[(at + by + TABS.length) % TABS.length];
    if (!next) return;
    onTab(next.name);
    document.getElementById(`tab-${next.name}`)?.focus();
  };
  return (
    <div role="tablist" aria-label="Step" class="tabs" onKeyDown={move}>
      {TABS.map(({ name, title }) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls="panel"
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {title}
          {name === 'log' && logged > 0 && <span class="count">{logged}</span>}
        </button>
      ))}
    </div>
  );
}

/** The whole page after the step. */
function PageText({ step, source, pointed, onPoint }: TextProps) {
  const [kind, setKind] = useState<'tree' | 'dom'>('tree');
  const text = useText(source, step[kind]);
  return (
    <>
      <div class="tools">
        <Switch
          label="Show"
          value={kind}
          choices={[
            ['tree', 'Tree'],
            ['dom', 'DOM'],
          ]}
          onChange={setKind}
        />
      </div>
      {text === 'loading' ? (
        <p class="dim">Loading…</p>
      ) : text === undefined ? (
        <p class="dim">
          {step[kind] === undefined ? 'This step captured no page.' : 'The file was removed.'}
        </p>
      ) : (
        <Lines text={text} label={kind === 'tree' ? 'Tree' : 'DOM'} pointed={pointed} onPoint={onPoint} />
      )}
    </>
  );
}
