/** The MCP clients that `sightline setup` knows: where their configuration is, and how a server is written there. */
import { join } from 'node:path';

export interface Place {
  home: string;
  /** The project's folder. */
  folder: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

export interface ServerCommand {
  command: string;
  args: string[];
}

export interface Client {
  title: string;
  /** The file of a person. */
  user(place: Place): string;
  /** The file of a project, if the client reads one. */
  project?: string;
  /** The keys of the object that lists the servers by name; absent for TOML. */
  servers: readonly string[];
  format: 'json' | 'toml';
  /** How a server is written. Default: as it is. */
  entry?(server: ServerCommand): Record<string, unknown>;
}

const stdio = (server: ServerCommand) => ({ type: 'stdio', ...server });

/** The folder in which graphical programs keep their settings. */
function appFolder({ home, platform, env }: Place): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming');
  return env.XDG_CONFIG_HOME ?? join(home, '.config');
}

const servers = ['mcpServers'];

export const CLIENTS: Readonly<Record<string, Client>> = {
  claude: {
    title: 'Claude Code',
    user: ({ home }) => join(home, '.claude.json'),
    project: '.mcp.json',
    servers,
    format: 'json',
    entry: stdio,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    user: (place) => join(appFolder(place), 'Claude', 'claude_desktop_config.json'),
    servers,
    format: 'json',
  },
  codex: {
    title: 'Codex',
    user: ({ home, env }) => join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'),
    servers: ['mcp_servers'],
    format: 'toml',
  },
  gemini: {
    title: 'Gemini CLI',
    user: ({ home }) => join(home, '.gemini', 'settings.json'),
    project: join('.gemini', 'settings.json'),
    servers,
    format: 'json',
  },
  cursor: {
    title: 'Cursor',
    user: ({ home }) => join(home, '.cursor', 'mcp.json'),
    project: join('.cursor', 'mcp.json'),
    servers,
    format: 'json',
  },
  vscode: {
    title: 'VS Code',
    user: (place) => join(appFolder(place), 'Code', 'User', 'mcp.json'),
    project: join('.vscode', 'mcp.json'),
    servers: ['servers'],
    format: 'json',
    entry: stdio,
  },
  windsurf: {
    title: 'Windsurf',
    user: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    servers,
    format: 'json',
  },
  zed: {
    title: 'Zed',
    user: (place) =>
      place.platform === 'win32'
        ? join(appFolder(place), 'Zed', 'settings.json')
        : join(place.env.XDG_CONFIG_HOME ?? join(place.home, '.config'), 'zed', 'settings.json'),
    project: join('.zed', 'settings.json'),
    servers: ['context_servers'],
    format: 'json',
    entry: (server) => ({ source: 'custom', ...server }),
  },
  opencode: {
    title: 'opencode',
    user: ({ home, env }) => join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'opencode', 'opencode.json'),
    project: 'opencode.json',
    servers: ['mcp'],
    format: 'json',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args] }),
  },
};
