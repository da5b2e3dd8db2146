/** Groups of tools that are off unless asked for: fewer tools are easier to choose from. Names of Playwright MCP. */
export const CAPS = ['vision', 'pdf', 'storage', 'network', 'testing', 'devtools'] as const;

export type Cap = (typeof CAPS)[number];
