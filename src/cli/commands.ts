import type { CommandEntry } from './command.js';

/** All commands, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  mcp: {
    usage: 'mcp [options]',
    summary: 'serve agents over MCP, on stdio or with --port over HTTP',
    load: () => import('./mcp.js'),
  },
  multiplex: {
    usage: 'multiplex [options]',
    summary: 'serve agents over MCP with several browsers, each in its own process',
    load: () => import('./multiplex.js'),
  },
  snapshot: {
    usage: 'snapshot [URL|FILE] [options]',
    summary: 'print what an agent sees: of a URL or file, or of the open page',
    load: () => import('./snapshot.js'),
  },
  connect: {
    usage: 'connect [NAME|URL] [--session NAME]',
    summary: 'connect to a running browser: chrome (default), edge, chromium, …, or a URL',
    load: () => import('./connect.js'),
  },
  batch: {
    usage: 'batch [COMMAND…]',
    summary: 'run several commands, one per argument or per line of standard input, and show the page once',
    load: () => import('./batch.js'),
  },
  close: {
    usage: 'close [--all] [--session NAME]',
    summary: 'close the background browser',
    load: () => import('./close.js'),
  },
  sessions: {
    usage: 'sessions [--json]',
    summary: 'list the background browsers',
    load: () => import('./sessions.js'),
  },
  background: {
    usage: 'background NAME',
    summary: 'the process of a background session',
    hidden: true,
    load: () => import('./background.js'),
  },
  install: {
    usage: 'install [chromium|firefox…]',
    summary: 'install a browser if there is none (default: chromium)',
    load: () => import('./install.js'),
  },
  setup: {
    usage: 'setup CLIENT [--project] [--dry-run]',
    summary: 'add the MCP server to a client: claude, codex, cursor, gemini, vscode, …',
    load: () => import('./setup.js'),
  },
  doctor: {
    usage: 'doctor [--json]',
    summary: 'check the installation and that the browsers start',
    load: () => import('./doctor.js'),
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'print a shell completion script',
    load: async () => (await import('./completion.js')).completion(COMMANDS),
  },
};
