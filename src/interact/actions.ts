/** All actions of a page, run one at a time. */
import type { Actions, ActionsFactory } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { ActionRunner, type ActionsOptions } from './action-runner.js';
import { checkText } from './arguments.js';
import { answerDialog } from './verbs/answer-dialog.js';
import { check } from './verbs/check.js';
import { click, hover } from './verbs/click.js';
import { domClick } from './verbs/dom-click.js';
import { drag } from './verbs/drag.js';
import { drop } from './verbs/drop.js';
import { blur, focus } from './verbs/focus.js';
import { highlight } from './verbs/highlight.js';
import { mouse } from './verbs/mouse.js';
import { scroll, scrollByRequest, scrollToRequest, wheel } from './verbs/scroll.js';
import { selectOption } from './verbs/select-option.js';
import { selectText } from './verbs/select-text.js';
import { setFiles } from './verbs/set-files.js';
import { fill, fillAndSubmit, press, type } from './verbs/type.js';

/** Actions with the same options for every page. */
export const actionsWith =
  (options: ActionsOptions): ActionsFactory =>
  (page) =>
    actionsOf(page, options);

function actionsOf(page: Page, options: ActionsOptions): Actions {
  const runner = new ActionRunner(page, options);
  const run: ActionRunner['run'] = (...args) => runner.run(...args);
  return {
    follow: (doing, options) => runner.follow(doing, options),
    watch: (limit, options) => runner.watch(limit, options),
    dueTimers: () => runner.dueTimers(),
    untilNetworkQuiet: (options) => runner.untilNetworkQuiet(options),
    mouse: (steps, options) => run('mouse', undefined, options, (act) => mouse(act, steps)),
    click: (target, options) => run('click', target, options, (act) => click(act, target, options, true)),
    hover: (target, options) => run('hover', target, options, (act) => hover(act, target, options)),
    drag: (from, to, options = {}) => run('drag', from, options, (act) => drag(act, from, to, options)),
    wheel: (target, delta, options) => run('wheel', target, options, (act) => wheel(act, target, delta)),
    fill: (target, value, options) =>
      run('fill', target, options, (act) => {
        checkText('The value', value);
        return options?.submit ? fillAndSubmit(act, target, value) : fill(act, target, value);
      }),
    type: (target, text, options = {}) =>
      run('type', target, options, (act) => {
        checkText('The text', text);
        return type(act, target, text, options);
      }),
    press: (target, keys, options) =>
      run('press', target, options, (act) => {
        checkText('The key', keys);
        return press(act, target, keys);
      }),
    selectOption: (target, choices, options) =>
      run('selectOption', target, options, (act) => selectOption(act, target, choices)),
    check: (target, checked, options) =>
      run(checked ? 'check' : 'uncheck', target, options, (act) => check(act, target, checked)),
    setFiles: (target, paths, options) =>
      run('setFiles', target, options, (act) => setFiles(act, target, paths)),
    drop: (target, data, options) => run('drop', target, options, (act) => drop(act, target, data)),
    scrollTo: (target, position, options) =>
      run('scrollTo', target, options, (act) => scroll(act, target, scrollToRequest(position))),
    scrollBy: (target, delta, options) =>
      run('scrollBy', target, options, (act) => scroll(act, target, scrollByRequest(delta))),
    scrollChunk: (target, direction, options) =>
      run('scrollChunk', target, options, (act) => scroll(act, target, { kind: 'chunk', direction })),
    scrollIntoView: (target, options) =>
      run('scrollIntoView', target, options, (act) => scroll(act, target, { kind: 'into-view' })),
    focus: (target, options) => run('focus', target, options, (act) => focus(act, target)),
    blur: (target, options) => run('blur', target, options, (act) => blur(act, target)),
    selectText: (target, options = {}) =>
      run('selectText', target, options, (act) => selectText(act, target, options)),
    domClick: (target, options) => run('domClick', target, options, (act) => domClick(act, target)),
    highlight: (target, options) =>
      run('highlight', target ?? undefined, options, (act) => highlight(act, target)),
    answerDialog: (accept, promptText, options) =>
      run('answerDialog', undefined, options, (act) => answerDialog(act, accept, promptText)),
  };
}
