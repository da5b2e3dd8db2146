/** What a program does not have, with what to use instead: verbs that agents know from Playwright. */

const EVENTS =
  "there are no events: after the step that opens a dialog call tool('browser_handle_dialog', { accept: true }); tool('browser_tabs', { action: 'list' }) lists new tabs";
const TABS = "use tool('browser_tabs', { action: 'new' | 'select' | 'close' | 'list' })";
const REQUESTS = "use page.waitFor({ networkQuiet: true }), then tool('browser_network_requests')";
const SELECTORS = "use a CSS selector: page.locator('a, b')";

const VERBS: Readonly<Record<string, string>> = {
  on: EVENTS,
  once: EVENTS,
  off: EVENTS,
  addListener: EVENTS,
  waitForEvent: EVENTS,
  context: TABS,
  newPage: TABS,
  pages: TABS,
  bringToFront: TABS,
  close: TABS,
  waitForResponse: REQUESTS,
  waitForRequest: REQUESTS,
  waitForNavigation: 'every step waits for the navigation that it starts',
  route: "use tool('browser_route', …)",
  screenshot: "use tool('browser_take_screenshot', { filename })",
  pdf: "use tool('browser_pdf_save', { filename })",
  setViewportSize: "use tool('browser_resize', { width, height })",
  down: "use a chord: page.press('Shift+a')",
  up: "use a chord: page.press('Shift+a')",
  and: SELECTORS,
  or: SELECTORS,
  frame: 'use page.frameLocator(selector)',
  frames: 'use page.frameLocator(selector)',
  mainFrame: 'use page itself',
  waitForText: "use page.waitFor('text')",
  findAll: "use page.find('text'), or page.locator(selector).all()",
  scroll: "use tool('browser_scroll', { target, direction })",
};

export function absentVerb(name: string, known: readonly string[]): Error {
  const instead = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  const has = `It has ${known.join(', ')}, and tool(name, args)`;
  return new Error(`A program has no ${name} here${instead === undefined ? `. ${has}` : `: ${instead}`}`);
}
