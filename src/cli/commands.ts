import type { CommandEntry } from './command.js';

/** Every command, in the order in which `--help` lists them. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  mcp: {
    usage: 'mcp [options]',
    summary: 'serve agents over MCP, on standard input and output or with --port over HTTP',
    load: () => import('./mcp.js'),
  },
  snapshot: {
    usage: 'snapshot URL|FILE [options]',
    summary: 'print what an agent sees: --browser firefox, --json, --frames all|none|f1, --target e5',
    load: () => import('./snapshot.js'),
  },
  install: {
    usage: 'install [chromium|firefox…]',
    summary: 'get a browser where none is installed (chromium unless named)',
    load: () => import('./install.js'),
  },
  doctor: {
    usage: 'doctor [--json]',
    summary: 'check that everything is in place and that the browsers really start',
    load: () => import('./doctor.js'),
  },
};
