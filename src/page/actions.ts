/**
 * The interface for actions on a page. `interact/` implements it and the composition root passes it in, so that
 * the model and the snapshot know nothing about how a click is made.
 */
import type { DialogInfo, Modifiers, MouseButton } from '../driver/driver.js';
import type { Coming, DropPlace, Found, ScrollState, Target, TextPart } from '../wire/api.js';
import type { CallLimits } from './deadline.js';
import type { Frame } from './frame.js';
import type { Page } from './page.js';
import type { Sight } from './target/sight.js';

/** An element to act on: which frame, and how to find it there. */
export interface ElementTarget {
  frame: Frame;
  target: Target;
  /** For messages: `e12`, `getByRole('button')`. */
  label: string;
  /** Of a ref: what it was seen as. */
  sight?: Sight;
}

export interface ActionOptions extends CallLimits {
  /** Act without waiting until the element is ready. The report says so. */
  force?: boolean;
  /** Of an agent that names no element: what it has seen. Keys go to what it knows to have the focus. */
  sight?: Sight;
  /** Do not wait for the page to settle afterwards. */
  noSettle?: boolean;
  /** The caller watches the page afterwards, also for requests that no event has reported yet: see `since.unheard`. */
  watched?: boolean;
  /** Milliseconds after which an action returns even if the page has not settled; its report says so. */
  settleTimeout?: number;
}

export interface PointerOptions extends ActionOptions {
  button?: MouseButton;
  clickCount?: number;
  modifiers?: (keyof Modifiers)[];
  /** CSS pixels from the top left corner of the element; the default is a visible point. */
  position?: { x: number; y: number };
}

export interface DragOptions extends PointerOptions {
  /** Where to drop: next to or inside the other element, or pixels from its top left corner. Default: its center. */
  targetPosition?: DropPlace | { x: number; y: number };
  /** Points that the pointer passes on its way there, as a hand that draws: pixels from the same corner. */
  path?: readonly { x: number; y: number }[];
}

export interface SelectTextOptions extends ActionOptions {
  /** Words, or character offsets; the whole element by default. */
  part?: TextPart;
}

/** What happened: notes are sentences for the agent, the rest is for programs. */
export interface ActionReport {
  /** The element acted on; absent if the action had none. */
  found?: Found;
  /**
   * Shown in the answer: re-found elements, changed names, forced actions, fallbacks that are not trusted input.
   */
  notes: string[];
  /** False if the page was still busy after `settleTimeout`. */
  settled: boolean;
  /** What the document did during the action: decides whether to keep watching it. */
  since?: {
    changed: boolean;
    atOnce: boolean;
    ticks: boolean;
    stale: boolean;
    /** Requests were waited for. */
    requested: boolean;
    /** Milliseconds that requests of the action may still take to be reported. */
    unheard: number;
    /** Workers, frames or streams of the page may answer it later. */
    helpers: boolean;
  } & Coming;
  /** A dialog that the action opened: nothing else is possible before it is answered. */
  dialog?: DialogInfo;
  /** Pages that opened during the action. */
  popups?: Page[];
  downloads?: DownloadReport[];
  /** The final scroll position of a scroll action. */
  scroll?: ScrollState;
  /** Labels of the clicked options in a custom list, and whether the list had to be opened. */
  options?: { labels: string[]; opened: boolean };
}

export interface DownloadReport {
  url: string;
  suggestedName: string;
  /** Absent while it runs, and if it failed. */
  path?: string;
  error?: string;
}

export type SelectChoice = string | { value: string } | { label: string } | { index: number };

export interface DropData {
  files?: string[];
  /** MIME type → content. */
  data?: Record<string, string>;
}

export type ScrollPosition = 'top' | 'bottom' | { x?: number | string; y?: number | string };

/** Pointer steps, in coordinates of the main frame's viewport; buttons and wheel act at the last position. */
export type MouseStep =
  | { do: 'move'; x: number; y: number }
  | {
      do: 'down' | 'up';
      button?: MouseButton;
      clickCount?: number;
      /** Held besides those that are held down anyway. */
      modifiers?: readonly (keyof Modifiers)[];
    }
  | { do: 'wheel'; deltaX: number; deltaY: number }
  | { do: 'pause'; milliseconds: number };

export interface Actions {
  mouse(steps: readonly MouseStep[], options?: ActionOptions): Promise<ActionReport>;
  click(target: ElementTarget, options?: PointerOptions): Promise<ActionReport>;
  hover(target: ElementTarget, options?: PointerOptions): Promise<ActionReport>;
  drag(from: ElementTarget, to: ElementTarget, options?: DragOptions): Promise<ActionReport>;
  /** Without a target: at the center of the main frame's viewport. */
  wheel(
    target: ElementTarget | undefined,
    delta: { x: number; y: number },
    options?: ActionOptions,
  ): Promise<ActionReport>;
  /** `submit`: then Enter is pressed in the field. */
  fill(
    target: ElementTarget,
    value: string,
    options?: ActionOptions & { submit?: boolean },
  ): Promise<ActionReport>;
  type(
    target: ElementTarget | undefined,
    text: string,
    options?: ActionOptions & { delay?: number; submit?: boolean },
  ): Promise<ActionReport>;
  /** Without a target: to whatever has the focus. */
  press(target: ElementTarget | undefined, keys: string, options?: ActionOptions): Promise<ActionReport>;
  selectOption(
    target: ElementTarget,
    choices: SelectChoice[],
    options?: ActionOptions,
  ): Promise<ActionReport>;
  check(target: ElementTarget, checked: boolean, options?: ActionOptions): Promise<ActionReport>;
  /** Without a target: to the file chooser that a click opened. */
  setFiles(
    target: ElementTarget | undefined,
    paths: string[],
    options?: ActionOptions,
  ): Promise<ActionReport>;
  drop(target: ElementTarget, data: DropData, options?: ActionOptions): Promise<ActionReport>;
  scrollTo(
    target: ElementTarget | undefined,
    position: ScrollPosition,
    options?: ActionOptions,
  ): Promise<ActionReport>;
  scrollBy(
    target: ElementTarget | undefined,
    delta: { x: number; y: number },
    options?: ActionOptions,
  ): Promise<ActionReport>;
  /** One visible height forward (1) or back (-1). */
  scrollChunk(
    target: ElementTarget | undefined,
    direction: 1 | -1,
    options?: ActionOptions,
  ): Promise<ActionReport>;
  scrollIntoView(target: ElementTarget, options?: ActionOptions): Promise<ActionReport>;
  focus(target: ElementTarget, options?: ActionOptions): Promise<ActionReport>;
  blur(target: ElementTarget, options?: ActionOptions): Promise<ActionReport>;
  selectText(target: ElementTarget, options?: SelectTextOptions): Promise<ActionReport>;
  /** `element.click()`: untrusted and without a pointer, for elements that no pointer can reach. */
  domClick(target: ElementTarget, options?: ActionOptions): Promise<ActionReport>;
  /** Null removes the highlight. */
  highlight(target: ElementTarget | null, options?: ActionOptions): Promise<ActionReport>;
  /**
   * Waits for the effects of something that the caller does to the page, such as a navigation; not if that
   * resolves to false.
   */
  follow(doing: () => Promise<boolean>, options?: ActionOptions): Promise<ActionReport>;
  /**
   * Continues to wait after the last action: until the page changes or starts something, at most `limit`
   * milliseconds, and then until that has settled. Undefined if nothing happened.
   */
  watch(limit: number, options?: ActionOptions): Promise<ActionReport | undefined>;
  /** How many timers of the last action may still fire, now that a capture was made; undefined if the page does not say. */
  dueTimers(): Promise<number | undefined>;
  /** Waits until no request is pending and none follows. `settled` is false if time ran out. */
  untilNetworkQuiet(options?: ActionOptions): Promise<ActionReport>;
  /** Answers the open dialog and waits for the effects. */
  answerDialog(accept: boolean, promptText?: string, options?: ActionOptions): Promise<ActionReport>;
}

export type ActionsFactory = (page: Page) => Actions;
