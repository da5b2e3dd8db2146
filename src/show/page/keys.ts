/** The keyboard: it works anywhere but in a field. */
import { useEffect } from 'preact/hooks';
import type { RunStep } from '../run.js';

export interface Commands {
  steps: readonly RunStep[];
  selected: RunStep | undefined;
  select(step: RunStep): void;
  search(): void;
  toggleBefore(): void;
  openTab(at: number): void;
}

/** For the list of keys. */
export const KEYS = [
  ['↑ ↓ or k j', 'previous, next step'],
  ['Home End', 'first, last step'],
  ['e', 'next step with an error'],
  ['b', 'picture before or after the step'],
  ['1 – 4', 'tabs on the right'],
  ['/', 'search'],
  ['Esc', 'leave a field'],
] as const;

export function useKeys(commands: Commands): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isField(event.target)) {
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
        return;
      }
      if (run(event.key, commands)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function run(key: string, { steps, selected, select, search, toggleBefore, openTab }: Commands): boolean {
  const at = selected ? steps.indexOf(selected) : -1;
  const go = (step: RunStep | undefined) => {
    if (step) select(step);
    return true;
  };
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return go(steps[at + 1]);
    case 'ArrowUp':
    case 'k':
      return go(steps[Math.max(0, at - 1)]);
    case 'Home':
      return go(steps[0]);
    case 'End':
      return go(steps.at(-1));
    case 'e':
      return go(steps.slice(at + 1).find(({ isError }) => isError) ?? steps.find(({ isError }) => isError));
    case 'b':
      toggleBefore();
      return true;
    case '/':
      search();
      return true;
    default:
      if (!/^[1-9]$/.test(key)) return false;
      openTab(Number(key) - 1);
      return true;
  }
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, select, textarea, [role=tablist]') !== null;
}
