/**
 * What one agent has seen of a page, and when: an element is acted on only while it is as this agent last saw it.
 *
 * A view shows the refs in its text. Changes are told from a view and bring all that was shown with it up to date, or
 * they would have been told; what a later view folds away stays as it was when it was last shown.
 */
import { type KnownFocus, OwnActions, type SeenFrame, type Sight } from '../page/target/sight.js';
import { refsIn } from '../tree/diff/answer.js';
import type { Snapshot } from '../tree/node.js';
import { parseRef } from '../tree/ref.js';

/** Frame number → the moment of its document. Replaced as later changes are told. */
interface Glance {
  moments: ReadonlyMap<number, number>;
}

/** The oldest are forgotten: then what was last shown to anybody counts. */
const MOST_REFS = 100_000;
const MOST_LATER = 300;
/** The moment of a frame that came after the last look: no capture has it. */
const NEVER = 0;

export class Seen implements Sight {
  readonly #refs = new Map<string, Glance>();
  readonly #own = new OwnActions();
  /** Of the last whole view, and of parts that were shown since. */
  #current: Glance[] = [];
  /** Of the last answer that showed the page or its changes. */
  #looked: ReadonlyMap<number, number> | undefined;
  /** What was learned of the focus since, by frame number. */
  readonly #focus = new Map<number, number>();
  /** What was shown since, by frame number: element → moment. */
  readonly #later = new Map<number, Map<number, number>>();

  /** A view of the whole page; `text` is what the agent was given of it. */
  whole({ text, moments = new Map() }: Snapshot): void {
    this.#current = [];
    this.part(text, moments);
    this.#look(moments);
  }

  /** A part of the page beside it. */
  part(text: string, moments: ReadonlyMap<number, number>): void {
    const glance = { moments };
    this.#current.push(glance);
    const refs = refsIn(text);
    this.#add(refs, glance);
    for (const ref of refs) {
      const parsed = parseRef(ref);
      if (parsed.ok) this.#note(parsed.value.frame, parsed.value.element, moments.get(parsed.value.frame));
    }
  }

  /** What changed since the last view, which may be nothing. */
  changes({ text, moments }: Snapshot): void {
    const [first] = this.#current;
    if (!first || !moments) return;
    this.#look(moments);
    for (const glance of this.#current) glance.moments = moments;
    this.#add(refsIn(text), first);
  }

  see(frame: SeenFrame, elements: readonly number[], moment: number): void {
    const glance = { moments: new Map([[frame.index, moment]]) };
    this.#current.push(glance);
    this.#add(
      elements.map((element) => frame.refOf(element)),
      glance,
    );
    for (const element of elements) this.#note(frame.index, element, moment);
  }

  momentOf(frame: SeenFrame, element: number): number | undefined {
    const glance =
      this.#refs.get(frame.refOf(element)) ??
      this.#refs.get(frame.refOf(element, 'short')) ??
      this.#refs.get(frame.refOf(element, 'full'));
    return glance?.moments.get(frame.index);
  }

  ownMoment(frame: SeenFrame, element: number): number | undefined {
    return this.#own.at(frame, element);
  }

  acted(frame: SeenFrame, element: number, moment: number): void {
    this.#own.add(frame, element, moment);
  }

  focusIn({ index }: SeenFrame): KnownFocus | undefined {
    if (!this.#looked) return undefined;
    const moment = this.#looked.get(index) ?? NEVER;
    const later = [...(this.#later.get(index) ?? [])];
    return { key: this.#focus.get(index) ?? moment, moment, ...(later.length > 0 && { later }) };
  }

  seeFocus({ index }: SeenFrame, key: number): void {
    this.#focus.set(index, key);
  }

  #look(moments: ReadonlyMap<number, number>): void {
    this.#looked = moments;
    this.#focus.clear();
    this.#later.clear();
  }

  #note(frame: number, element: number, moment: number | undefined): void {
    if (moment === undefined) return;
    const later = this.#later.get(frame) ?? new Map<number, number>();
    this.#later.set(frame, later);
    later.delete(element);
    later.set(element, moment);
    for (const first of later.keys()) {
      if (later.size <= MOST_LATER) break;
      later.delete(first);
    }
  }

  #add(refs: Iterable<string>, glance: Glance): void {
    for (const ref of refs) {
      this.#refs.delete(ref);
      this.#refs.set(ref, glance);
    }
    for (const ref of this.#refs.keys()) {
      if (this.#refs.size <= MOST_REFS) break;
      this.#refs.delete(ref);
    }
  }
}
