/**
 * What a person does with mouse and keyboard while they have taken over, as trusted input to a page. None of it is
 * recorded, and the fields they type into count as secret before the first character arrives.
 */
import { z } from 'zod';
import { isSightlineError } from '../../errors.js';
import type { MouseStep } from '../../page/actions.js';
import type { Page } from '../../page/page.js';
import type { People } from './people.js';
import { markPersonFields } from './person-fields.js';

const place = { x: z.number(), y: z.number() };
const button = z.enum(['left', 'middle', 'right']);

export const PERSON_INPUT = z.array(
  z.discriminatedUnion('do', [
    z.object({ do: z.literal('move'), ...place }),
    z.object({
      do: z.enum(['down', 'up']),
      ...place,
      button,
      clickCount: z.int().min(1).max(3),
      modifiers: z.array(z.enum(['alt', 'control', 'meta', 'shift'])).default([]),
    }),
    z.object({ do: z.literal('wheel'), ...place, deltaX: z.number(), deltaY: z.number() }),
    /** A key that types nothing, or a shortcut: `Tab`, `Control+A`. */
    z.object({ do: z.literal('press'), key: z.string().min(1).max(60) }),
    /** Typed characters, or what was pasted. */
    z.object({ do: z.enum(['type', 'paste']), text: z.string().min(1).max(200_000) }),
  ]),
);

type PersonInput = z.output<typeof PERSON_INPUT>[number];

/** Nobody waits for effects: the person sees them. */
const AT_ONCE = { noSettle: true, timeout: 5_000 };

export async function sendPersonInput(
  page: Page,
  people: People,
  inputs: readonly PersonInput[],
): Promise<void> {
  let steps: MouseStep[] = [];
  const flush = async () => {
    const due = steps;
    steps = [];
    if (due.length > 0) await page.actions.mouse(due, AT_ONCE);
  };
  for (const input of inputs) {
    if (page.dialog) return; // It takes no input until it is answered.
    switch (input.do) {
      case 'move':
        steps.push(input);
        break;
      case 'down':
      case 'up':
        steps.push({ do: 'move', x: input.x, y: input.y }, input);
        break;
      case 'wheel':
        steps.push({ do: 'move', x: input.x, y: input.y }, input);
        break;
      default:
        await flush();
        await enter(page, people, input);
    }
  }
  await flush();
}

async function enter(
  page: Page,
  people: People,
  input: Extract<PersonInput, { do: 'press' | 'type' | 'paste' }>,
): Promise<void> {
  people.typedOn(page);
  // Only the page in front has the focus, in some browsers.
  if (input.do === 'paste') await page.driver.activate?.({ timeout: AT_ONCE.timeout });
  const field = await markPersonFields([page], 'typing');
  // As one edit: its line breaks must not send a form.
  if (input.do === 'paste' && field)
    await page.unlessDialog(
      page.driver.input(field.id, [{ type: 'text', text: input.text }], { timeout: AT_ONCE.timeout }),
    );
  else if (input.do === 'press') {
    // A key of this keyboard that the browser's layout has not.
    await page.actions.press(undefined, input.key, AT_ONCE).catch(unless('unknown-key'));
  } else await page.actions.type(undefined, input.text, AT_ONCE);
}

const unless =
  (code: Parameters<typeof isSightlineError>[1]) =>
  (error: unknown): void => {
    if (!isSightlineError(error, code)) throw error;
  };
