/**
 * How to find an element, evaluated again at each use. Strict: an operation on several matches is refused and
 * lists them. A locator made from a ref is verified at each use and never means another element.
 */
import { SightlineError } from '../../errors.js';
import type { Snapshot } from '../../tree/node.js';
import type { Described, Found, LocatorStep, Target, WaitState } from '../../wire/api.js';
import type { Inspected } from '../../wire/audit-api.js';
import type {
  ActionOptions,
  ActionReport,
  DragOptions,
  DropData,
  ElementTarget,
  PointerOptions,
  ScrollPosition,
  SelectChoice,
  SelectTextOptions,
} from '../actions.js';
import { compareAround } from '../around-frame.js';
import { type CallLimits, withDeadline } from '../deadline.js';
import type { Frame } from '../frame.js';
import { acrossDocuments } from '../navigation/across-documents.js';
import { takeSnapshot } from '../snapshot/capture.js';
import type { SnapshotOptions } from '../snapshot/snapshot-options.js';
import type { Sight } from '../target/sight.js';
import { targetError } from '../target/target-error.js';
import { withCheck } from '../target/with-check.js';
import { describeTarget } from './describe-target.js';
import { LocatorFactory, textMatch } from './locator-factory.js';

export interface FilterOptions {
  hasText?: string | RegExp;
  has?: Locator;
}

export type { WaitState };

const DEFAULT_TIMEOUT = 5_000;
const DEFAULT_WAIT = 30_000;

export class Locator extends LocatorFactory<Locator> {
  readonly frame: Frame;
  readonly #target: Target;
  readonly #label: string;

  readonly #sight: Sight | undefined;

  /**
   * `sight`: of a ref, whose element is acted on only while it is as it was seen.
   *
   * @internal
   */
  constructor(frame: Frame, target: Target, label = describeTarget(target), sight?: Sight) {
    super();
    this.#sight = sight;
    this.frame = frame;
    this.#target = target;
    this.#label = label;
  }

  /** @internal For `interact/` and tools: the element as a target. */
  get target(): ElementTarget {
    return {
      frame: this.frame,
      target: this.#target,
      label: this.#label,
      ...(this.#sight && { sight: this.#sight }),
    };
  }

  /** @internal The same for somebody who has seen the page: their own action tells them where the focus is. */
  seenBy(sight: Sight): Locator {
    return new Locator(this.frame, this.#target, this.#label, sight);
  }

  override toString(): string {
    return this.#label;
  }

  /** @internal */
  override locate(step: LocatorStep): Locator {
    return new Locator(this.frame, { locator: [...this.#steps(), step] });
  }

  protected override testIdAttributes(): string[] {
    return this.frame.page.defaults.testIdAttributes;
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  /** Counted from 0; negative from the end. */
  nth(index: number): Locator {
    return this.locate({ engine: 'nth', index });
  }

  filter(options: FilterOptions): Locator {
    if (options.has && options.has.frame !== this.frame)
      throw new SightlineError('bad-argument', 'filter({ has }) needs a locator of the same frame');
    return this.locate({
      engine: 'filter',
      ...(options.hasText !== undefined && { hasText: textMatch(options.hasText) }),
      ...(options.has && { has: options.has.#steps() }),
    });
  }

  count(options: CallLimits = {}): Promise<number> {
    return withDeadline(`count of ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('count', { locator: this.#steps() }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.count;
    });
  }

  /** Whether any of the elements it matches is visible. */
  anyVisible(options: CallLimits = {}): Promise<boolean> {
    return withDeadline(`look at ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('anyVisible', { locator: this.#steps() }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.visible;
    });
  }

  /** The current element; fails if there is none, or several. */
  find(options: CallLimits = {}): Promise<Found> {
    return withDeadline(`find ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('find', { target: this.#target }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.found;
    });
  }

  /** The element, as an action finds it: a ref's is refused unless it is as it was seen. */
  verify(options: CallLimits = {}): Promise<Found> {
    return withDeadline(`find ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      await compareAround(this.target, { signal });
      const reply = await this.frame.call('find', { target: withCheck(this.target) }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.found;
    });
  }

  /** Tag, attributes, box, role, name, description, states and value. */
  describe(options: CallLimits = {}): Promise<Described> {
    return withDeadline(`describe ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('describe', { target: this.#target }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.described;
    });
  }

  /** Its box and computed styles: these, `all`, or by default those that say something. */
  inspect(options: CallLimits & { properties?: string[] | 'all' } = {}): Promise<Inspected> {
    const { properties = [], ...limits } = options;
    return withDeadline(`inspect ${this}`, limits, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('inspect', { target: this.#target, properties }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.inspected;
    });
  }

  /** What a person reads on it: its name and text, and the name of the control around it. */
  words(options: CallLimits = {}): Promise<string[]> {
    return withDeadline(`words of ${this}`, options, DEFAULT_TIMEOUT, async ({ signal }) => {
      const reply = await this.frame.call('words', { target: this.#target }, { signal });
      if (!reply.ok) throw targetError(this.target, reply.failure);
      return reply.words;
    });
  }

  async computedRole(options: CallLimits = {}): Promise<string> {
    return (await this.describe(options)).role;
  }

  async accessibleName(options: CallLimits = {}): Promise<string> {
    return (await this.describe(options)).name;
  }

  async accessibleDescription(options: CallLimits = {}): Promise<string> {
    return (await this.describe(options)).description;
  }

  /**
   * Waits until the element is visible (the default), attached, hidden, detached, enabled, disabled, or changes.
   */
  waitFor(options: CallLimits & { state?: WaitState } = {}): Promise<void> {
    const state = options.state ?? 'visible';
    return withDeadline(`waiting for ${this} to be ${state}`, options, DEFAULT_WAIT, async (deadline) => {
      const request = { target: this.#target, state, timeout: deadline.left() };
      const reply = await acrossDocuments(deadline, () =>
        this.frame.call('waitFor', request, { signal: deadline.signal, timeout: 0 }),
      );
      if (!reply.ok) throw targetError(this.target, reply.failure);
      if (!reply.reached)
        throw new SightlineError(
          'timeout',
          `${this} was not ${state} within ${options.timeout ?? DEFAULT_WAIT} ms`,
        );
    });
  }

  /** The view of this element and its content, in its own frame. */
  async ariaSnapshot(options: Omit<SnapshotOptions, 'target'> = {}): Promise<Snapshot> {
    const { element } = await this.find(options);
    return takeSnapshot(this.frame, false, options, { element });
  }

  click(options?: PointerOptions): Promise<ActionReport> {
    return this.#actions.click(this.target, options);
  }

  doubleClick(options?: PointerOptions): Promise<ActionReport> {
    return this.#actions.click(this.target, { ...options, clickCount: 2 });
  }

  hover(options?: PointerOptions): Promise<ActionReport> {
    return this.#actions.hover(this.target, options);
  }

  dragTo(to: Locator, options?: DragOptions): Promise<ActionReport> {
    return this.#actions.drag(this.target, to.target, options);
  }

  wheel(delta: { x: number; y: number }, options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.wheel(this.target, delta, options);
  }

  fill(value: string, options?: ActionOptions & { submit?: boolean }): Promise<ActionReport> {
    return this.#actions.fill(this.target, value, options);
  }

  clear(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.fill(this.target, '', options);
  }

  type(text: string, options?: ActionOptions & { delay?: number; submit?: boolean }): Promise<ActionReport> {
    return this.#actions.type(this.target, text, options);
  }

  press(keys: string, options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.press(this.target, keys, options);
  }

  selectOption(choices: SelectChoice | SelectChoice[], options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.selectOption(this.target, Array.isArray(choices) ? choices : [choices], options);
  }

  check(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.check(this.target, true, options);
  }

  uncheck(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.check(this.target, false, options);
  }

  setInputFiles(paths: string | string[], options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.setFiles(this.target, Array.isArray(paths) ? paths : [paths], options);
  }

  drop(data: DropData, options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.drop(this.target, data, options);
  }

  scrollTo(position: ScrollPosition, options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.scrollTo(this.target, position, options);
  }

  scrollBy(delta: { x: number; y: number }, options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.scrollBy(this.target, delta, options);
  }

  nextChunk(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.scrollChunk(this.target, 1, options);
  }

  previousChunk(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.scrollChunk(this.target, -1, options);
  }

  scrollIntoView(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.scrollIntoView(this.target, options);
  }

  focus(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.focus(this.target, options);
  }

  blur(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.blur(this.target, options);
  }

  selectText(options?: SelectTextOptions): Promise<ActionReport> {
    return this.#actions.selectText(this.target, options);
  }

  domClick(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.domClick(this.target, options);
  }

  highlight(options?: ActionOptions): Promise<ActionReport> {
    return this.#actions.highlight(this.target, options);
  }

  get #actions() {
    return this.frame.page.actions;
  }

  #steps(): LocatorStep[] {
    if ('locator' in this.#target) return this.#target.locator;
    throw new SightlineError('bad-argument', `${this} is one element: locators inside it are not supported`, {
      hint: 'Use the refs of the elements inside it, or a locator of the frame.',
    });
  }
}
