/** Tool groups that are off by default, because models choose better among fewer tools. The names are Playwright MCP's. */
export const CAPS = ['vision', 'pdf', 'storage', 'network', 'testing', 'devtools', 'config'] as const;

export type Cap = (typeof CAPS)[number];
