/** `aria-disabled` applies to the whole subtree. */
import { getAttribute } from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';

export function inAriaDisabled(engine: Engine, element: Element): boolean {
  const facts = engine.factsOf(element);
  if (facts.disabled === undefined) {
    const around = facts.around?.disabled;
    facts.disabled =
      around === undefined ? isAnyDisabled(engine, element) : around || saysDisabled(engine, element);
  }
  return facts.disabled;
}

function saysDisabled(engine: Engine, element: Element): boolean {
  return engine.hasGlobal(element) && getAttribute(element, 'aria-disabled') === 'true';
}

/** From the nearest ancestor whose answer is known down to the element. */
function isAnyDisabled(engine: Engine, element: Element): boolean {
  const pending: Element[] = [];
  let above: Element | null = element;
  while (above && engine.factsOf(above).disabled === undefined) {
    pending.push(above);
    above = engine.tree.parent(above);
  }
  let disabled = above ? (engine.factsOf(above).disabled ?? false) : false;
  for (let next = pending.pop(); next; next = pending.pop()) {
    disabled ||= saysDisabled(engine, next);
    engine.factsOf(next).disabled = disabled;
  }
  return disabled;
}
