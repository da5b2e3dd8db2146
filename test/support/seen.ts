/**
 * What a person sees on a page, by the browser's own means: the rendered text (`innerText`), what is in fields
 * and in place of pictures, and everything clickable. It runs in the page's own world, in one frame, and changes
 * the page: use it last.
 */

export interface Seen {
  /** `innerText` of the document, and what that leaves out or has elsewhere: see `SEPARATE`. */
  texts: string[];
  /** The text of fields and of pictures, which `innerText` also leaves out. */
  written: string[];
  /** Everything clickable. */
  clickable: Clickable[];
}

export interface Clickable {
  html: string;
  ref?: string;
  /** If it has no ref: which element has one instead, and why that is enough. */
  instead?: { ref: string; why: keyof typeof INSTEAD };
  /** Its author hides it from assistive technology, or a modal dialog makes it inert: left out by design. */
  hidden?: true;
}

/** Why the ref of another element is enough. */
export const INSTEAD = {
  field: 'the label of a field: a click on the one is a click on the other',
  control: 'inside of a link, button, option or their like: a click on it is a click on that',
  content: 'a label or custom element around nothing but a control: a click on it is meant for that',
} as const;

/**
 * Each of these is a separate text, because the view has it in another place: shadow roots (the host's text goes
 * into their slots), elements moved by `aria-owns`, and options inside a label (they come after the name, which
 * is the whole label).
 */
const SEPARATE = `
  const owned = elements.filter((element) => element.hasAttribute('aria-owns')).flatMap((owner) =>
    owner.getAttribute('aria-owns').split(/\\s+/).flatMap((id) => owner.getRootNode().getElementById(id) ?? []));
  const separate = [...owned, ...elements.filter((element) => element.matches('label select'))];`;

/** An option with a label shows that label; Chromium's `innerText` has its content instead. */
const LABEL_OPTIONS = `
  for (const element of elements) if (element.matches('option[label]')) element.textContent = element.label;`;

/** Text that no view shows, by design: inline it leaves a space, elsewhere its place. */
const HIDE = `
  const hide = (element) => element.style.setProperty('visibility', 'hidden', 'important');
  const isInLine = (element) => getComputedStyle(element).display === 'inline' && element.matches('[aria-hidden=true]');
  for (const element of elements) {
    if (!isOff(element) || owned.some((each) => each.contains(element) || element.contains(each)) || (modal && element.contains(modal))) continue;
    if (isInLine(element) && element.textContent.trim()) element.replaceWith(' ');
    else hide(element);
  }`;

/** `told`: all refs in the frame with their CSS paths, as lists through shadow roots. */
export const SEE = `(told) => {
  // Names of fields and pictures can shadow properties of forms and of the document.
  for (const element of Document.prototype.querySelectorAll.call(document, '[name]')) Element.prototype.removeAttribute.call(element, 'name');

  const roots = [document];
  const elements = [];
  for (const root of roots)
    for (const element of root.querySelectorAll(root === document ? 'body, body *' : '*')) {
      elements.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  const parentOf = (element) => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const around = (element, test) => {
    for (let at = element; at; at = parentOf(at)) if (test(at)) return at;
    return null;
  };
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const isOff = (element) =>
    (modal && !around(element, (at) => at === modal)) ||
    around(element, (at) => at.matches('[aria-hidden=true]:not(html, body), [inert]')) !== null;
  const shows = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };

  const refs = new Map(told.map(({ uid, css }) => {
    let root = document;
    let element = null;
    for (const path of [].concat(css)) {
      element = root?.querySelector(path) ?? null;
      root = element?.shadowRoot;
    }
    return [element, uid];
  }));
  const handlers = 'click dblclick auxclick contextmenu mousedown mouseup pointerdown pointerup touchstart touchend keydown keyup keypress';
  const widgets = 'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem';
  const roles = widgets.split(' ').map((name) => '[role~=' + name + ']').join(', ');
  const uses = [
    'a[href], area[href], button, input:not([type=hidden]), select, textarea, summary, audio[controls], video[controls], iframe, frame, embed',
    '[tabindex], [contenteditable]:not([contenteditable=false])',
    ...handlers.split(' ').map((name) => '[on' + name + ']:not(body)'),
    roles,
  ].join(', ');
  const points = (element) => getComputedStyle(element).cursor === 'pointer';
  const takesClicks = (element) => {
    // Options of a closed list have no boxes, but can be chosen.
    const list = element.matches('option') ? element.closest('select') : null;
    if (list) return shows(list) && getComputedStyle(element).display !== 'none';
    if (!shows(element)) return false;
    const parent = parentOf(element);
    return element.matches(uses) || (element !== document.body && points(element) && !(parent && points(parent)));
  };
  const insteadOf = (element) => {
    if (element.matches('label') && refs.has(element.control)) return { why: 'field', ref: refs.get(element.control) };
    const control = around(parentOf(element), (at) => at.matches('a[href], button, option, select, summary, ' + roles) && refs.has(at));
    if (control) return { why: 'control', ref: refs.get(control) };
    if (!element.matches('label') && !element.localName.includes('-')) return undefined;
    const inside = elements.filter((each) => each !== element && around(each, (at) => at === element) && refs.has(each));
    const [only] = inside;
    return inside.length === 1 && takesClicks(only) && only.innerText === element.innerText ? { why: 'content', ref: refs.get(only) } : undefined;
  };
  const clickable = elements.filter(takesClicks).map((element) => {
    const html = element.outerHTML.slice(0, 120);
    if (refs.has(element)) return { html, ref: refs.get(element) };
    return isOff(element) ? { html, hidden: true } : { html, instead: insteadOf(element) };
  });

  const written = elements.filter((element) => shows(element) && !isOff(element)).flatMap((element) => {
    if (element.matches('input[type=button], input[type=submit], input[type=reset]')) return [element.value];
    if (element.matches('input:not([type=password], [type=checkbox], [type=radio], [type=image], [type=hidden], [type=file], [type=color], [type=range]), textarea'))
      return [element.value || element.placeholder];
    return element.matches('img[alt]:not([role=none], [role=presentation])') ? [element.alt] : [];
  });

  ${SEPARATE}
  ${HIDE}
  ${LABEL_OPTIONS}
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return '';
    // For an element that is not rendered, innerText is all of its text.
    if (getComputedStyle(node).display === 'none' || (node.localName === 'slot' && node.assignedNodes().length > 0)) return '';
    return node.innerText ?? '';
  };
  const apart = separate.map((element) => textOf(element));
  separate.forEach(hide);
  const texts = roots.map((root) =>
    root === document ? textOf(root.querySelector('body, frameset') ?? new Comment()) : [...root.childNodes].map(textOf).join('\\n'));
  return { texts: [...texts, ...apart], written, clickable };
}`;
