/**
 * Firefox starts up to four processes for the pages of one site, and one for each blank page. The tests open a thousand
 * pages: with one process for each kind, a page costs a third less.
 */
export const ONE_PROCESS_PER_SITE = { 'dom.ipc.processCount': 1, 'dom.ipc.processCount.webIsolated': 1 };
