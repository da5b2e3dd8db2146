/** The element that a person means who points at the page: through frames, and as an agent would be shown it. */
import type { CallScope } from '../driver/driver.js';
import type { Box } from '../tree/node.js';
import type { Picker, Place } from '../wire/api.js';
import { cornerInPage } from './boxes-in-view.js';
import type { Page } from './page.js';

export interface PointedElement {
  ref: string;
  role: string;
  name: string;
  /** In the page's viewport. */
  box: Box;
  picker?: Picker;
}

export async function elementAt(
  page: Page,
  place: Place,
  scope: CallScope,
): Promise<PointedElement | undefined> {
  let frame = page.mainFrame;
  let point = place;
  for (;;) {
    const inside = await frame.call('frameAt', point, scope);
    const [child] = inside.element === undefined ? [] : await frame.framesIn([inside.element], scope);
    if (!child || !inside.point) break;
    frame = child;
    point = inside.point;
  }
  const { found } = await frame.call('elementAt', point, scope);
  if (!found) return undefined;
  const corner = await cornerInPage(frame, scope);
  const { element, role, name, box, picker } = found;
  return {
    ref: frame.refOf(element),
    role,
    name,
    box: { ...box, x: box.x + corner.x, y: box.y + corner.y },
    ...(picker && { picker }),
  };
}
