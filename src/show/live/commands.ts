/** What a person can do in the live view: one command each. Everything that reaches the page needs the takeover. */
import { z } from 'zod';
import { PERSON_INPUT, sendPersonInput } from '../../agent/person/person-input.js';
import { SightlineError } from '../../errors.js';
import { elementAt } from '../../page/element-at.js';
import type { Page } from '../../page/page.js';
import { quote } from '../../tree/quote.js';
import type { LiveElement } from './live-state.js';
import type { LiveWindow, OpenPicker, Viewer } from './live-window.js';

export type Command = (window: LiveWindow, viewer: Viewer, body: unknown) => Promise<object | undefined>;

/** Milliseconds. */
const PATIENCE = 3_000;
const note = z.string().max(2_000).default('');

export const COMMANDS: Readonly<Record<string, Command>> = {
  async take({ host }, { id }) {
    if (await host.people.take(id, host.pages())) return undefined;
    throw new SightlineError('taken-over', 'Somebody else has taken over. Ask them to hand back.');
  },

  back: command(z.object({ note }), async ({ host }, { id, shown }, given) => {
    if (!(await host.people.handBack(id, host.pages(), shown, given.note)))
      throw new SightlineError('taken-over', 'You have not taken over.');
    // What an agent asked for is what they took over for.
    const asked = host.people.requests.open().find(({ pick }) => !pick);
    if (asked) host.people.requests.answer(asked.id, { kind: 'done', note: given.note });
    return undefined;
  }),

  watch: command(z.object({ page: z.string() }), async (window, viewer, { page }) => {
    viewer.chosen = window.host.pages().find(({ handle }) => handle === page);
    return undefined;
  }),

  input: command(z.object({ events: PERSON_INPUT }), async (window, viewer, { events }) => {
    const page = inHand(window, viewer);
    await sendPersonInput(page, window.host.people, events);
    const pointer = events.findLast((event) => event.do === 'down' || event.do === 'up');
    if (pointer) viewer.picker = pointer.do === 'up' ? await pickerAt(page, viewer, pointer) : undefined;
    return undefined;
  }),

  dialog: command(
    z.object({ accept: z.boolean(), text: z.string().optional() }),
    async (window, viewer, { accept, text }) => {
      await inHand(window, viewer).answerDialog(accept, text);
      return undefined;
    },
  ),

  files: command(
    z.object({ files: z.array(z.object({ name: z.string().max(255), data: z.base64() })).max(100) }),
    async (window, viewer, { files }) => {
      const page = inHand(window, viewer);
      const paths = await window.files.write(files);
      await page.actions.setFiles(undefined, paths, { noSettle: true });
      return undefined;
    },
  ),

  /** Without a choice, the picker is put away. */
  choose: command(
    z.object({ index: z.int().min(0).optional(), value: z.string().max(100).optional() }),
    async (window, viewer, { index, value }) => {
      const page = inHand(window, viewer);
      const { picker } = viewer;
      viewer.picker = undefined;
      if (picker?.page !== page || (index === undefined && value === undefined)) return undefined;
      viewer.picked = picker.ref;
      window.host.people.typedOn(page);
      // A person has just seen it: nothing is compared with what agents saw.
      const { frame, target, label } = page.locatorFromRef(picker.ref).target;
      const element = { frame, target, label };
      const limits = { noSettle: true, timeout: PATIENCE };
      if (index !== undefined) await page.actions.selectOption(element, [{ index }], limits);
      else if (value !== undefined) await page.actions.fill(element, value, limits);
      return undefined;
    },
  ),

  at: command(z.object({ x: z.number(), y: z.number() }), async (window, viewer, place) => {
    const page = window.pageOf(viewer);
    const element = page && (await elementAt(page, place, { timeout: PATIENCE }));
    if (!element) throw new SightlineError('no-match', 'There is no element here.');
    const { ref, role, name, box } = element;
    const words = `${role}${name === '' ? '' : ` ${quote(name, 200)}`} [ref=${ref}]`;
    viewer.pointed = { page, words, ref };
    return { words, box } satisfies LiveElement;
  }),

  point: command(
    z.object({ comment: note, request: z.string().optional() }),
    async ({ host }, viewer, { comment, request }) => {
      const { pointed } = viewer;
      if (!pointed) throw new SightlineError('bad-argument', 'Point at an element first.');
      viewer.pointed = undefined;
      const { page, words, ref } = pointed;
      if (request === undefined) host.people.point(page, words, comment);
      else
        answered(
          host.people.requests.answer(request, { kind: 'pointed', note: comment, element: words, ref }),
        );
      return undefined;
    },
  ),

  answer: command(
    z.object({ request: z.string(), kind: z.enum(['done', 'declined']), note }),
    async ({ host }, { id, shown }, { request, kind, note: written }) => {
      await host.people.handBack(id, host.pages(), shown, '');
      answered(host.people.requests.answer(request, { kind, note: written }));
      return undefined;
    },
  ),
};

async function pickerAt(
  page: Page,
  viewer: Viewer,
  place: { x: number; y: number },
): Promise<OpenPicker | undefined> {
  if (page.dialog || page.fileChooser) return undefined;
  const element = await elementAt(page, place, { timeout: PATIENCE });
  if (!element?.picker) return undefined;
  const { ref, role, name, picker } = element;
  if (!picker.isOpen && viewer.picked !== ref) return undefined;
  return { page, ref, shown: { ...picker, words: name === '' ? role : quote(name, 200) } };
}

function command<T>(
  type: z.ZodType<T>,
  run: (window: LiveWindow, viewer: Viewer, given: T) => Promise<object | undefined>,
): Command {
  return async (window, viewer, body) => {
    const given = type.safeParse(body);
    if (!given.success) throw new SightlineError('bad-argument', z.prettifyError(given.error));
    return run(window, viewer, given.data);
  };
}

/** The page that the person works on. */
function inHand(window: LiveWindow, viewer: Viewer): Page {
  if (window.host.people.takeover.holder?.id !== viewer.id)
    throw new SightlineError('taken-over', 'You have not taken over.');
  const page = window.pageOf(viewer);
  if (!page) throw new SightlineError('page-closed', 'No page is open.');
  return page;
}

function answered(isFirst: boolean): void {
  if (!isFirst) throw new SightlineError('bad-argument', 'Somebody has answered this already.');
}
