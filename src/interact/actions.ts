/** All actions of a page, run one at a time. */
import { isSightlineError } from '../errors.js';
import { FileFence } from '../fence/file-fence.js';
import type { ActionOptions, ActionReport, Actions, ActionsFactory, ElementTarget } from '../page/actions.js';
import type { Page } from '../page/page.js';
import { Action, type PageState } from './action.js';
import { checkLimits, checkText } from './arguments.js';
import { debugActions, logAction } from './debug.js';
import { Keyboard } from './keys/keyboard.js';
import { Queue } from './queue.js';
import { answerDialog } from './verbs/answer-dialog.js';
import { selectOptions, setChecked } from './verbs/choose.js';
import { click, hover } from './verbs/click.js';
import { drag, letGo } from './verbs/drag.js';
import { blur, domClick, focus, highlight, selectText } from './verbs/focus.js';
import { mouse } from './verbs/mouse.js';
import { scroll, scrollByRequest, scrollToRequest, wheel } from './verbs/scroll.js';
import { drop, setFiles } from './verbs/set-files.js';
import { fill, press, type } from './verbs/type.js';

export interface ActionsOptions {
  /** Folders from which files may be given to the page. Default: anywhere. */
  fileRoots?: readonly string[];
  /** Milliseconds; see `ActionOptions`. */
  actionTimeout?: number;
  settleTimeout?: number;
}

/** Milliseconds for a loaded page to build its content. Many pages never come to rest. */
const ARRIVAL_TIMEOUT = 2_000;

/** Actions with the same options for every page. */
export const actionsWith =
  (options: ActionsOptions): ActionsFactory =>
  (page) =>
    actionsOf(page, options);

function actionsOf(page: Page, { fileRoots, actionTimeout, settleTimeout }: ActionsOptions): Actions {
  const defaults: ActionOptions = {
    ...(actionTimeout !== undefined && { timeout: actionTimeout }),
    ...(settleTimeout !== undefined && { settleTimeout }),
  };
  const queue = new Queue();
  const state: PageState = {
    page,
    keyboard: new Keyboard(),
    longLived: new Set(),
    pointer: { x: 0, y: 0, held: undefined, grabbed: undefined },
    keyFrame: undefined,
    files: new FileFence(() => fileRoots),
    heldByDialog: undefined,
    last: undefined,
  };

  async function run(
    name: string,
    target: ElementTarget | undefined,
    options: ActionOptions = {},
    body: (act: Action) => Promise<unknown>,
  ): Promise<ActionReport> {
    checkLimits(options);
    return queue.run(name, options.signal, async () => {
      if (name !== 'answerDialog') page.assertUsable();
      const act = new Action(state, { ...defaults, ...options });
      try {
        if (!page.dialog) {
          await letGo(act);
          await page.driver.activate?.(act.scope());
        }
        await (debugActions ? logAction(act, name, target, () => body(act)) : body(act));
        if (!page.dialog) await letGo(act);
        return act.report();
      } catch (error) {
        if (isSightlineError(error, 'dialog-open') && act.interrupted()) return act.report();
        throw error;
      } finally {
        act.end();
      }
    });
  }

  /** Requests that outlived a page load. For an action they do not count as streams yet: it waits longer. */
  const slow = new Set<string>();

  /** Not queued: a navigation ends what queued actions wait for. */
  async function follow(doing: () => Promise<boolean>, options: ActionOptions = {}): Promise<ActionReport> {
    for (const address of state.longLived) slow.add(address);
    const settleTimeout = Math.min(ARRIVAL_TIMEOUT, defaults.settleTimeout ?? ARRIVAL_TIMEOUT);
    const act = new Action({ ...state, longLived: slow }, { ...defaults, settleTimeout, ...options });
    try {
      act.begin();
      if (await doing()) await act.settle(page.mainFrame, { first: 'draw' });
      return act.report();
    } finally {
      act.end();
    }
  }

  async function watch(limit: number, options: ActionOptions = {}): Promise<ActionReport | undefined> {
    return queue.run('watch', options.signal, async () => {
      if (page.closed !== undefined || page.dialog) return undefined;
      const act = new Action(state, { ...defaults, ...options });
      return (await act.watch(limit)) ? act.report() : undefined;
    });
  }

  /** Not in the queue: it does nothing to the page. */
  async function untilNetworkQuiet(options: ActionOptions = {}): Promise<ActionReport> {
    const act = new Action({ ...state, longLived: new Set() }, { ...defaults, ...options });
    try {
      act.begin({ everyRequest: true });
      await act.settle(page.mainFrame, { first: 'draw' });
      return act.report();
    } finally {
      act.end();
    }
  }

  return {
    follow,
    watch,
    untilNetworkQuiet,
    mouse: (steps, options) => run('mouse', undefined, options, (act) => mouse(act, steps)),
    click: (target, options) => run('click', target, options, (act) => click(act, target, options)),
    hover: (target, options) => run('hover', target, options, (act) => hover(act, target, options)),
    drag: (from, to, options = {}) => run('drag', from, options, (act) => drag(act, from, to, options)),
    wheel: (target, delta, options) => run('wheel', target, options, (act) => wheel(act, target, delta)),
    fill: (target, value, options) =>
      run('fill', target, options, (act) => {
        checkText('The value', value);
        return fill(act, target, value);
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
    selectOptions: (target, choices, options) =>
      run('selectOptions', target, options, (act) => selectOptions(act, target, choices)),
    setChecked: (target, checked, options) =>
      run(checked ? 'check' : 'uncheck', target, options, (act) => setChecked(act, target, checked)),
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
    selectText: (target, options) => run('selectText', target, options, (act) => selectText(act, target)),
    domClick: (target, options) => run('domClick', target, options, (act) => domClick(act, target)),
    highlight: (target, options) =>
      run('highlight', target ?? undefined, options, (act) => highlight(act, target)),
    answerDialog: (accept, promptText, options) =>
      run('answerDialog', undefined, options, (act) => answerDialog(act, accept, promptText)),
  };
}
