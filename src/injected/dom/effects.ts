/**
 * The DOM methods that actions use to change and observe the page, taken from the prototypes once (see
 * `intrinsics.ts`). `window` needs this too: its named elements precede `EventTarget` in its prototype chain, so
 * `<img id="addEventListener">` replaces `window.addEventListener`.
 */
import { getter, getterIfAny, isHtml, isSvg, method } from './intrinsics.js';
import { noted } from './reads.js';

type Settable<P, K extends keyof P> = (target: P, value: P[K]) => void;

function setter<P extends object, K extends keyof P>(prototype: P, name: K): Settable<P, K> {
  const set = Object.getOwnPropertyDescriptor(prototype, name)?.set;
  if (!set) throw new TypeError(`no setter: ${String(name)}`);
  return (target, value) => set.call(target, value);
}

const listen = EventTarget.prototype.addEventListener;
const unlisten = EventTarget.prototype.removeEventListener;
export const addListener = (
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: AddEventListenerOptions,
): void => listen.call(target, type, listener, options);
export const removeListener = (
  target: EventTarget,
  type: string,
  listener: (event: Event) => void,
  options?: EventListenerOptions,
): void => unlisten.call(target, type, listener, options);
export const dispatch = method(EventTarget.prototype, 'dispatchEvent');

const htmlFocus = method(HTMLElement.prototype, 'focus');
const svgFocus = method(SVGElement.prototype, 'focus');
const htmlBlur = method(HTMLElement.prototype, 'blur');
const svgBlur = method(SVGElement.prototype, 'blur');
const htmlClick = method(HTMLElement.prototype, 'click');

export function focus(element: Element, options?: FocusOptions): void {
  if (isHtml(element)) htmlFocus(element, options);
  else if (isSvg(element)) svgFocus(element, options);
}

export function blur(element: Element): void {
  if (isHtml(element)) htmlBlur(element);
  else if (isSvg(element)) svgBlur(element);
}

const windowFocus = method(window, 'focus');
export const focusWindow = (): void => windowFocus(window);

/** Elements of other namespaces have no `click()`: they get the event that it would fire. */
export function domClick(element: Element): void {
  if (isHtml(element)) htmlClick(element);
  else
    dispatch(
      element,
      new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }),
    );
}

// Scrolling
const scrollElementTo: (options: ScrollToOptions) => void = Element.prototype.scrollTo;
export const scrollTo = (element: Element, left: number, top: number): void =>
  scrollElementTo.call(element, { left, top, behavior: 'instant' });
export const scrollIntoView = method(Element.prototype, 'scrollIntoView');
export const scrollLeft = getter(Element.prototype, 'scrollLeft');
export const scrollTop = getter(Element.prototype, 'scrollTop');
export const scrollWidth = getter(Element.prototype, 'scrollWidth');
export const scrollHeight = getter(Element.prototype, 'scrollHeight');
export const clientWidth = getter(Element.prototype, 'clientWidth');
export const clientHeight = getter(Element.prototype, 'clientHeight');
export const clientLeft = getter(Element.prototype, 'clientLeft');
export const clientTop = getter(Element.prototype, 'clientTop');
export const offsetWidth = getter(HTMLElement.prototype, 'offsetWidth');
export const offsetHeight = getter(HTMLElement.prototype, 'offsetHeight');
export const scrollingElement = getter(Document.prototype, 'scrollingElement');

/** Chromium only: typed text goes to the EditContext and the page draws it. */
const editContextGetter = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'editContext')?.get;
export const editContext = (element: HTMLElement): object | null => editContextGetter?.call(element) ?? null;

// Form controls
export const setInputValue = setter(HTMLInputElement.prototype, 'value');
export const inputValidity = getter(HTMLInputElement.prototype, 'validity');
export const inputReadOnly = getter(HTMLInputElement.prototype, 'readOnly');
export const inputMultiple = getter(HTMLInputElement.prototype, 'multiple');
export const inputMaxLength = getter(HTMLInputElement.prototype, 'maxLength');
export const inputDirectory = getter(HTMLInputElement.prototype, 'webkitdirectory');
export const textareaReadOnly = getter(HTMLTextAreaElement.prototype, 'readOnly');
export const textareaMaxLength = getter(HTMLTextAreaElement.prototype, 'maxLength');
export const selectInput = method(HTMLInputElement.prototype, 'select');
export const selectTextarea = method(HTMLTextAreaElement.prototype, 'select');
export const setInputSelection = method(HTMLInputElement.prototype, 'setSelectionRange');
export const setTextareaSelection = method(HTMLTextAreaElement.prototype, 'setSelectionRange');
export const setOptionSelected = setter(HTMLOptionElement.prototype, 'selected');
export const optionValue = getter(HTMLOptionElement.prototype, 'value');
export const optionLabel = getter(HTMLOptionElement.prototype, 'label');
export const controlLabels = getter(HTMLInputElement.prototype, 'labels');

// Selection and editing
const editingCommand = method(Document.prototype, 'execCommand');
/** Replaces the selection in the focused element; false where the browser refuses. */
export const insertText = (text: string): boolean => editingCommand(document, 'insertText', false, text);
const documentSelection = method(Document.prototype, 'getSelection');
export const selectContents = (element: Element): void =>
  documentSelection(document)?.selectAllChildren(element);
export function selectRange(range: Range): void {
  const selection = documentSelection(document);
  selection?.removeAllRanges();
  selection?.addRange(range);
}
export const selectedText = (): string => documentSelection(document)?.toString() ?? '';
export function setSelection(
  field: HTMLInputElement | HTMLTextAreaElement,
  start: number,
  end: number,
): void {
  if (field instanceof HTMLTextAreaElement) setTextareaSelection(field, start, end);
  else setInputSelection(field, start, end);
}
export function collapseToEnd(element: Element): void {
  selectContents(element);
  documentSelection(document)?.collapseToEnd();
}

// Rendering
export const visibilityState = getter(Document.prototype, 'visibilityState');
export const documentTimeline = getter(Document.prototype, 'timeline');
const documentAnimations = Document.prototype.getAnimations;
export const runningAnimations = (): Animation[] => documentAnimations.call(document);
const activeTransition = getterIfAny<Document, ViewTransition | null>(
  Document.prototype,
  'activeViewTransition',
);
/** One that the page shows a change of the document with. */
export const viewTransition = (): ViewTransition | undefined => activeTransition(document) ?? undefined;
const effectTarget = getter(KeyframeEffect.prototype, 'target');
const animationTarget = (effect: AnimationEffect | null): Element | null =>
  effect instanceof KeyframeEffect ? effectTarget(effect) : null;
/** Elements that an animation or transition styles now. */
export const animatedElements = noted((_: Document): Element[] =>
  runningAnimations().flatMap(({ effect }) => animationTarget(effect) ?? []),
);
