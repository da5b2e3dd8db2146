/**
 * Whether a document can have changed since it was last captured, as far as it can be told from inside: no node or
 * attribute changed in any root that was read, and whatever a capture reads besides nodes and styles is what it was.
 * Styles and layout change without a sign: a rule edited by script, a font or picture that arrived, `:hover`. Either the
 * browser counts how often it computed them, and Node compares that count (`page/snapshot/capture-frame.ts`), or all that
 * was read of them is read again.
 */
import type { CaptureRequest } from '../../wire/rows.js';
import type { Aria } from '../aria/aria.js';
import { scrollLeft, scrollTop } from '../dom/effects.js';
import { frameUrlOf, isCrossOrigin } from '../dom/frame-element.js';
import {
  activeElement,
  designMode,
  documentBaseUri,
  documentElement,
  documentUrl,
  getClientRects,
  inputChecked,
  inputFiles,
  inputIndeterminate,
  inputValue,
  isHtml,
  localName,
  matches,
  optionSelected,
  queryAll,
  selectOptions,
  textareaValue,
} from '../dom/intrinsics.js';
import { type Reads, startNoting, stopNoting } from '../dom/reads.js';
import { secretsKept } from '../dom/secret-field.js';
import { placeOfFrame } from '../identity/thing.js';

const ALL = { subtree: true, childList: true, attributes: true, characterData: true };

/** Elements with a state that is no attribute. */
const STATEFUL = 'input, textarea, select';

export class Standstill {
  readonly #observer = new MutationObserver(() => this.#moved());
  #kept: Kept | undefined;

  /** A capture is about to read the document. */
  begin({ standstill, rereads }: CaptureRequest): void {
    this.#moved();
    if (standstill !== undefined && rereads) startNoting();
  }

  /** A capture has read the whole document. `frames`: the elements that hold documents. `unseen`: shadow roots in hidden parts. */
  keep(
    moment: number,
    request: CaptureRequest,
    aria: Aria,
    frames: readonly Element[],
    unseen: readonly ShadowRoot[] = [],
  ): void {
    const reads = stopNoting();
    if (request.standstill === undefined || (request.rereads && !reads)) return;
    const roots = [...aria.roots, ...unseen];
    for (const root of roots) this.#observer.observe(root, ALL);
    const controls = roots.flatMap((root) => [...queryAll(root, STATEFUL)]);
    const scrolled = aria.clippers();
    const kept = { moment, key: keyOf(request), focused: aria.activeElement, controls, scrolled, frames };
    this.#kept = { ...kept, reads, state: stateOf(kept) };
  }

  /** Whatever has become of the capture. */
  end(): void {
    stopNoting();
  }

  /** Whether the capture of a moment would have the same result now. `moment`: of the last that showed anything. */
  holds(request: CaptureRequest, moment: number, aria: () => Aria): boolean {
    const kept = this.#kept;
    if (!kept || request.standstill !== kept.moment || moment !== kept.moment) return false;
    if (this.#observer.takeRecords().length > 0) {
      this.#moved();
      return false;
    }
    if (kept.key !== keyOf(request)) return false;
    // What waits to be computed counts, too.
    const root = documentElement(document);
    if (root) getClientRects(root);
    const state = stateOf(kept);
    return (
      state.length === kept.state.length &&
      state.every((value, at) => value === kept.state[at]) &&
      aria().activeElement === kept.focused &&
      kept.reads?.hold() !== false
    );
  }

  /** One change is enough: more of them would only cost the page time. */
  #moved(): void {
    this.#observer.disconnect();
    this.#kept = undefined;
  }
}

interface Read {
  moment: number;
  key: string;
  focused: Element | null;
  controls: readonly Element[];
  scrolled: readonly Element[];
  frames: readonly Element[];
}

interface Kept extends Read {
  /** Undefined: Node compares how often the browser computed styles and layout. */
  reads: Reads | undefined;
  state: readonly unknown[];
}

/** What makes two captures of the same document differ. */
function keyOf({
  standstill: _,
  rowsBase: __,
  domBase: ___,
  retract: ____,
  checks: _____,
  ...request
}: CaptureRequest): string {
  return JSON.stringify(request);
}

function stateOf({ controls, scrolled, frames }: Read): unknown[] {
  const state: unknown[] = [
    documentUrl(document),
    documentBaseUri(document),
    designMode(document),
    secretsKept(),
    // Changes of nodes in the documents around this one are not noticed.
    placeOfFrame(window),
    activeElement(document),
    window.innerWidth,
    window.innerHeight,
    window.scrollX,
    window.scrollY,
  ];
  for (const element of scrolled) state.push(scrollTop(element), scrollLeft(element));
  for (const element of frames) state.push(frameUrlOf(element), isCrossOrigin(element));
  for (const element of controls) addControl(state, element);
  return state;
}

function addControl(state: unknown[], element: Element): void {
  if (!isHtml(element)) return;
  // In each case the name guarantees the interface.
  switch (localName(element)) {
    case 'input': {
      const input = element as HTMLInputElement;
      state.push(inputValue(input), inputChecked(input), inputIndeterminate(input));
      for (const { name } of inputFiles(input) ?? []) state.push(name);
      break;
    }
    case 'textarea':
      state.push(textareaValue(element as HTMLTextAreaElement));
      break;
    default:
      for (const option of selectOptions(element as HTMLSelectElement)) state.push(optionSelected(option));
  }
  state.push(matches(element, ':user-invalid'));
}
