/** The in-page methods of actions, one row each: find the target, wait for it, do one thing, answer. */

import type { ActingMethods } from '../../wire/api.js';
import type { Acting, Handler } from './acting.js';
import { frameAt } from './frames/frame-at.js';
import { frameCorner } from './frames/frame-corner.js';
import { pointThroughFrame } from './frames/point-through-frame.js';
import { unguard, withhold } from './guard/unguard.js';
import { prepare } from './ready/prepare.js';
import { dueTimers, nextChange, settle } from './settle/settle.js';
import { watch, watchFocus } from './settle/watch.js';
import { check, isChecked } from './verbs/check.js';
import { domClick } from './verbs/dom-click.js';
import { drop } from './verbs/drop.js';
import { dropPlace, landing } from './verbs/drop-place.js';
import { fill } from './verbs/fill.js';
import { blur, focus } from './verbs/focus.js';
import { highlight } from './verbs/highlight.js';
import { paste } from './verbs/paste.js';
import { scroll } from './verbs/scroll.js';
import { scrollEdge } from './verbs/scroll-edge.js';
import { listState, selectOption } from './verbs/select-option.js';
import { selection, selectText } from './verbs/select-text.js';
import { setFiles } from './verbs/set-files.js';
import { showsText } from './verbs/shown-text.js';
import { sliderValue } from './verbs/slider.js';

type ActingMethod = keyof ActingMethods;

const HANDLERS: { [M in ActingMethod]: Handler<M> } = {
  prepare,
  pointThroughFrame,
  frameAt,
  frameCorner,
  unguard,
  withhold,
  watch,
  watchFocus,
  settle,
  nextChange,
  dueTimers,
  fill,
  paste,
  focus,
  blur,
  selectText,
  selection,
  domClick,
  selectOption,
  showsText,
  listState,
  check,
  isChecked,
  setFiles,
  scroll,
  drop,
  dropPlace,
  landing,
  scrollEdge,
  dragState: ({ drag }, { frames = 0 }) => drag.state(frames),
  sliderValue,
  highlight,
};

type Handlers = { [M in ActingMethod]: (request: ActingMethods[M]['request']) => ReturnType<Handler<M>> };

export function actingHandlers(acting: Acting): Handlers {
  const bound = Object.entries(HANDLERS).map(([method, handler]) => [
    method,
    // Each handler takes the request of its own method, which no type can express for all of them.
    (request: never) => handler(acting, request),
  ]);
  return Object.fromEntries(bound) as Handlers;
}
