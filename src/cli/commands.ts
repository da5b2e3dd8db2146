import type { CommandEntry } from './command.js';

/** Every command, in the order in which `--help` lists them. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  mcp: {
    usage: 'mcp [options]',
    summary: 'serve agents over MCP, on standard input and output or with --port over HTTP',
    load: () => import('./mcp.js'),
  },
  multiplex: {
    usage: 'multiplex [options]',
    summary: 'serve agents over MCP with many browsers, each in a process of its own',
    load: () => import('./multiplex.js'),
  },
  snapshot: {
    usage: 'snapshot [URL|FILE] [options]',
    summary: 'print what an agent sees, of a page or of what is open',
    load: () => import('./snapshot.js'),
  },
  close: {
    usage: 'close [--all] [--session NAME]',
    summary: 'end the browser in the background',
    load: () => import('./close.js'),
  },
  sessions: {
    usage: 'sessions [--json]',
    summary: 'list the browsers in the background',
    load: () => import('./sessions.js'),
  },
  background: {
    usage: 'background NAME',
    summary: 'the process of a session',
    hidden: true,
    load: () => import('./background.js'),
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
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'print a script that completes commands in your shell',
    load: async () => (await import('./completion.js')).completion(COMMANDS),
  },
};
