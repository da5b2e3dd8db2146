/** Globals that a program does not have, with what to use instead. */
const IN_PAGE = 'it is in the page: page.evaluate(() => …)';
const CHECKS = "use page.waitFor('text'), or if (…) throw new Error(…)";
const OUTSIDE = 'a program has no network, no files and no modules';
const TABS = "use tool('browser_tabs', { action: 'new' | 'select' | 'close' | 'list' })";

const GLOBALS: Readonly<Record<string, string>> = {
  expect: CHECKS,
  assert: CHECKS,
  fetch: OUTSIDE,
  XMLHttpRequest: OUTSIDE,
  require: OUTSIDE,
  process: OUTSIDE,
  module: OUTSIDE,
  Buffer: OUTSIDE,
  window: IN_PAGE,
  document: IN_PAGE,
  location: IN_PAGE,
  navigator: IN_PAGE,
  localStorage: IN_PAGE,
  sessionStorage: IN_PAGE,
  URL: IN_PAGE,
  URLSearchParams: IN_PAGE,
  Intl: IN_PAGE,
  browser: TABS,
  context: TABS,
};

/** To what the engine says of a name that is not defined. */
export function explained(message: string): string {
  const [, name = ''] = /^'(\w+)' is not defined$/.exec(message) ?? [];
  return Object.hasOwn(GLOBALS, name) ? `${message}: ${GLOBALS[name]}` : message;
}
