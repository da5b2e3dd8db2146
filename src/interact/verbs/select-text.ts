/** Select text: with the mouse where a person could, else by script. */
import type { InputEvent } from '../../driver/driver.js';
import type { ElementTarget, SelectTextOptions } from '../../page/actions.js';
import type { Place } from '../../wire/api.js';
import type { Action } from '../action.js';
import { aimAt, HOVER_NEEDS, unguard } from '../actionability.js';

const BY_SCRIPT =
  'Selected by script, because the mouse marks something else there: the page got no mouse events.';

export async function selectText(
  act: Action,
  target: ElementTarget,
  { part }: SelectTextOptions,
): Promise<void> {
  act.begin();
  const reply = await act.ask(target, 'selectText', { ...(part && { part }) });
  act.state.keyFrame = target.frame;
  if (reply.count !== undefined)
    act.note(`The text occurs ${reply.count} times there: the first is selected.`);
  if (reply.how === 'mouse' && !(await mark(act, target, reply))) {
    act.begin();
    await act.ask(target, 'selectText', { ...(part && { part }), byScript: true });
    act.note(BY_SCRIPT);
  }
  await act.settle(target.frame);
}

/** Drags the pointer over the text. False if something else is selected then. */
async function mark(
  act: Action,
  target: ElementTarget,
  { from, to, text }: { from: Place; to: Place; text: string },
): Promise<boolean> {
  const aimed = await aimAt(act, target, { needs: HOVER_NEEDS, guard: false });
  const { modifiers } = act.state.keyboard;
  const [dx, dy] = [aimed.point.x - aimed.local.x, aimed.point.y - aimed.local.y];
  const at = ({ x, y }: Place) => ({ x: x + dx, y: y + dy, modifiers });
  const button = 'left';
  const press: InputEvent[] = [
    { type: 'pointer-move', ...at(from) },
    { type: 'pointer-down', ...at(from), button, clickCount: 1 },
  ];
  await act.send(aimed.input, press, { keys: target.frame });
  await act.send(
    aimed.input,
    [
      { type: 'pointer-move', ...at(to), button },
      { type: 'pointer-up', ...at(to), button, clickCount: 1 },
    ],
    { keys: target.frame },
  );
  await unguard(aimed.around);
  if (act.page.dialog || act.page.closed !== undefined) return true;
  const now = await target.frame.call('selection', {}, act.scope());
  return now.text.replace(/\s+/g, '') === text.replace(/\s+/g, '');
}
