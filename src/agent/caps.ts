/** Tool groups that are off by default, because models choose better among fewer tools. All names but `person` are Playwright MCP's. */
export const CAPS = [
  'vision',
  'pdf',
  'storage',
  'network',
  'testing',
  'devtools',
  'webmcp',
  'config',
  'person',
] as const;

export type Cap = (typeof CAPS)[number];
