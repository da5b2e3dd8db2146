/**
 * Accessible descriptions, announced after the name.
 * https://w3c.github.io/accname/#mapping_additional_nd_description
 */
import {
  firstElementChild,
  getAttribute,
  inputType,
  inputValue,
  nextElementSibling,
  textContent,
} from '../../dom/intrinsics.js';
import type { Engine } from '../engine.js';
import { collapse } from '../text.js';
import { describedBy } from './name.js';

export function computeDescription(engine: Engine, element: Element): string {
  if (!engine.hasGlobal(element)) return nativeDescription(engine, element);
  const referenced = describedBy(engine, element);
  if (referenced) return referenced;
  const written = collapse(getAttribute(element, 'aria-description') ?? '');
  if (written) return written;
  const text = nativeDescription(engine, element) || tooltip(element);
  return text === '' || text === engine.nameOf(element) ? '' : text;
}

/** "Tooltip", unless it is already the name */
const tooltip = (element: Element): string => collapse(getAttribute(element, 'title') ?? '');

/** HTML-AAM and SVG-AAM: what could have been the name but was not. */
function nativeDescription(engine: Engine, element: Element): string {
  const tag = engine.tagOf(element);
  let text = '';
  if (tag === 'table')
    text = childText(engine, element, 'caption') || (getAttribute(element, 'summary') ?? '');
  else if (tag === 'input') {
    const input = element as HTMLInputElement; // the tag says so
    if (VALUE_IS_LABEL.has(inputType(input))) text = inputValue(input);
  } else if (tag.startsWith('svg:'))
    text = childText(engine, element, 'svg:desc') || childText(engine, element, 'svg:title');
  const description = collapse(text);
  return description === '' || description === engine.nameOf(element) ? '' : description;
}

const VALUE_IS_LABEL = new Set(['button', 'submit', 'reset']);

function childText(engine: Engine, element: Element, tag: string): string {
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (engine.tagOf(child) === tag)
      return tag.startsWith('svg:') ? (textContent(child) ?? '') : engine.contentTextOf(child);
  }
  return '';
}
