import type { ElementTarget } from '../../page/actions.js';
import type { Action } from '../action.js';

/** Null removes the box. It is drawn as an overlay where the protocol has one, else in the page. */
export async function highlight(act: Action, target: ElementTarget | null): Promise<void> {
  const { driver } = act.page;
  if (!driver.highlight) {
    await markInPage(act, target);
    return;
  }
  if (!target) {
    await driver.highlight(null);
    return;
  }
  const reply = await target.frame.call('find', { target: target.target }, act.scope());
  if (!reply.ok) throw act.errorOf(target, reply);
  act.met(target, reply.found);
  const handle = await target.frame.elementHandle(reply.found.element, act.scope());
  try {
    await driver.highlight(handle);
  } finally {
    await driver.release([handle]);
  }
}

async function markInPage(act: Action, target: ElementTarget | null): Promise<void> {
  const others = act.page.frames().filter((frame) => frame !== target?.frame);
  // Frames come and go: a frame that is gone has no box.
  await Promise.all(others.map((frame) => frame.call('highlight', {}, act.scope()).catch(() => undefined)));
  if (!target) return;
  const reply = await target.frame.call(
    'highlight',
    { target: target.target, timeout: act.left() },
    act.scope(),
  );
  if (!reply.ok) throw act.errorOf(target, reply);
  act.met(target, reply.found);
  act.note('The box is an element in the page until you hide it: this browser has no overlay.');
}
