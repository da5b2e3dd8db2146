/** All steps in order, each with a thumbnail. */
import { useEffect, useRef } from 'preact/hooks';
import type { Run, RunStep } from '../run.js';
import type { Source } from './source.js';
import { duration, objectOf, offset, verbOf } from './step-words.js';

interface Props {
  run: Run;
  steps: readonly RunStep[];
  isFiltered: boolean;
  selected: RunStep | undefined;
  onSelect(step: RunStep): void;
  source: Source;
}

export function Timeline({ run, steps, isFiltered, selected, onSelect, source }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [selected?.step]);
  const notes = isFiltered ? [] : run.notes;
  return (
    <nav class="timeline" aria-label="Timeline">
      {notes.map(({ note }) => (
        <p class="note" key={note.time + note.text}>
          {note.text}
        </p>
      ))}
      {steps.length > 0 && (
        <div
          ref={list}
          role="listbox"
          aria-label="Steps"
          tabIndex={0}
          aria-activedescendant={selected && `step-${selected.step}`}
        >
          {steps.map((step) => (
            <Row
              key={step.step}
              step={step}
              start={run.info?.start}
              isSelected={step === selected}
              onSelect={onSelect}
              source={source}
            />
          ))}
        </div>
      )}
    </nav>
  );
}

interface RowProps {
  step: RunStep;
  start: string | undefined;
  isSelected: boolean;
  onSelect(step: RunStep): void;
  source: Source;
}

function Row({ step, start, isSelected, onSelect, source }: RowProps) {
  const file = step.picture?.file;
  const url = file === undefined ? undefined : source.pictureUrl(file);
  return (
    // The list handles the keyboard.
    <div
      role="option"
      id={`step-${step.step}`}
      class={`step ${step.effect} ${step.isError ? 'failed' : ''}`}
      aria-selected={isSelected}
      onClick={() => onSelect(step)}
    >
      <span class="number">{step.step}</span>
      <span class="words">
        <span class="verb">{verbOf(step)}</span>
        {step.isError && (
          <>
            {' '}
            <span class="badge">error</span>
          </>
        )}
        <span class="object">{objectOf(step)}</span>
      </span>
      <span class="times dim">
        <span>{offset(step.time, start)}</span>
        <span>{duration(step.milliseconds)}</span>
      </span>
      {url === undefined ? <span class="thumb" /> : <img class="thumb" src={url} alt="" loading="lazy" />}
    </div>
  );
}
