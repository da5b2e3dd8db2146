import type { CommandEntry } from './command.js';

/** All commands, in the order of `--help`. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  mcp: {
    usage: 'mcp [options]',
    summary: 'serve agents over MCP, on stdio or with --port over HTTP',
    examples: ['mcp', 'mcp --browser firefox --headed', 'mcp --port 8931 --isolated'],
    load: () => import('./commands/mcp.js'),
  },
  multiplex: {
    usage: 'multiplex [options]',
    summary: 'serve agents over MCP with several browsers, each in its own process',
    examples: ['multiplex --max-instances 4'],
    load: () => import('./commands/multiplex.js'),
  },
  snapshot: {
    usage: 'snapshot [URL|FILE] [options]',
    summary: 'print what an agent sees: of a URL or file, or of the open page',
    examples: ['snapshot https://example.com', 'snapshot ./page.html --max-tokens 500'],
    load: () => import('./commands/snapshot.js'),
  },
  connect: {
    usage: 'connect [NAME|URL] [--session NAME]',
    summary: 'connect to a running browser: chrome (default), edge, chromium, …, or a URL',
    examples: ['connect', 'connect http://127.0.0.1:9222'],
    load: () => import('./commands/connect.js'),
  },
  batch: {
    usage: 'batch [COMMAND…]',
    summary: 'run several commands, one per argument or per line of standard input, and show the page once',
    examples: ["batch 'fill e5 Ada' 'click e9'"],
    load: () => import('./commands/batch.js'),
  },
  show: {
    usage: 'show [FOLDER] [--export FILE]',
    summary: 'show what agents did, step by step, in a local web page',
    examples: ['show', 'show --export run.html'],
    load: () => import('./commands/show.js'),
  },
  export: {
    usage: 'export [FOLDER] --as FORM [--steps 3-12]',
    summary: 'write a run as a playwright-test or a sightline-script',
    examples: ['export --as playwright-test', 'export --as sightline-script --steps 3-12'],
    load: () => import('./commands/export.js'),
  },
  replay: {
    usage: 'replay [FOLDER] [--steps 3-12]',
    summary: 'do a run again without a model, and compare',
    examples: ['replay', 'replay --steps 3-12'],
    load: () => import('./commands/replay.js'),
  },
  close: {
    usage: 'close [--all] [--session NAME]',
    summary: 'close the background browser',
    examples: ['close', 'close --all'],
    load: () => import('./commands/close.js'),
  },
  sessions: {
    usage: 'sessions [--json]',
    summary: 'list the background browsers',
    examples: ['sessions --json'],
    load: () => import('./commands/sessions.js'),
  },
  background: {
    usage: 'background NAME',
    summary: 'the process of a background session',
    examples: [],
    hidden: true,
    load: () => import('./commands/background.js'),
  },
  install: {
    usage: 'install [chromium|firefox…]',
    summary: 'install a browser if there is none (default: chromium)',
    examples: ['install', 'install firefox'],
    load: () => import('./commands/install.js'),
  },
  setup: {
    usage: 'setup CLIENT [--project] [--dry-run]',
    summary: 'add the MCP server to a client: claude, codex, cursor, gemini, vscode, …',
    examples: ['setup claude', 'setup vscode --project --dry-run'],
    load: () => import('./commands/setup.js'),
  },
  doctor: {
    usage: 'doctor [--json]',
    summary: 'check the installation and that the browsers start',
    examples: ['doctor'],
    load: () => import('./commands/doctor.js'),
  },
  completion: {
    usage: 'completion bash|zsh|fish',
    summary: 'print a shell completion script',
    examples: ['completion bash'],
    load: async () => (await import('./commands/completion.js')).completion(COMMANDS),
  },
};
