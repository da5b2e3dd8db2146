import { describe, expect, it } from 'vitest';
import { CLIENTS, type Client } from './clients.js';
import { withServer } from './with-server.js';

const SERVER = { command: 'npx', args: ['-y', 'sightline', 'mcp'] };
const client = (name: string): Client => CLIENTS[name] as Client; // the names below are in the table
const parsed = (name: string, before = '') => JSON.parse(withServer(before, client(name), SERVER));

describe('the configuration of a client', () => {
  it.each([
    ['claude', { mcpServers: { sightline: { type: 'stdio', ...SERVER } } }],
    ['cursor', { mcpServers: { sightline: SERVER } }],
    ['vscode', { servers: { sightline: { type: 'stdio', ...SERVER } } }],
    ['zed', { context_servers: { sightline: { source: 'custom', ...SERVER } } }],
    ['opencode', { mcp: { sightline: { type: 'local', command: ['npx', '-y', 'sightline', 'mcp'] } } }],
  ])('of %s', (name, expected) => {
    expect(parsed(name)).toEqual(expected);
  });

  it('keeps what else it says, and its indentation', () => {
    const before = '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t}\n}\n';
    const after = withServer(before, client('cursor'), SERVER);
    expect(JSON.parse(after)).toEqual({
      theme: 'dark',
      mcpServers: { other: { command: 'x' }, sightline: SERVER },
    });
    expect(after).toContain('\n\t"theme"');
    expect(withServer(after, client('cursor'), SERVER)).toBe(after);
  });

  it('is TOML for Codex: a section is added, or replaced', () => {
    const before =
      'model = "x"\n\n[mcp_servers.sightline]\ncommand = "old"\nenv = { A = "1" }\n\n[other]\na = 1\n';
    const section = '[mcp_servers.sightline]\ncommand = "npx"\nargs = ["-y", "sightline", "mcp"]\n';
    expect(withServer('', client('codex'), SERVER)).toBe(section);
    expect(withServer('model = "x"\n', client('codex'), SERVER)).toBe(`model = "x"\n\n${section}`);
    const after = withServer(before, client('codex'), SERVER);
    expect(after).toBe(`model = "x"\n\n${section}env = { A = "1" }\n\n[other]\na = 1\n`);
    expect(withServer(after, client('codex'), SERVER)).toBe(after);
  });

  it.each([
    [
      'a list over several lines',
      'args = ["a", # ]\n  ["b"],\n]\nenv = { A = "[" }\n',
      'env = { A = "[" }\n',
    ],
    ['text over several lines', 'command = """\n[x]\n"""\ncwd = "#"\n', 'cwd = "#"\n'],
    [
      'its own tables',
      '[mcp_servers.sightline.env]\nargs = "1"\n',
      '\n[mcp_servers.sightline.env]\nargs = "1"\n',
    ],
  ])('in TOML, replaces the whole of %s', (_, old, kept) => {
    const section = '[mcp_servers.sightline]\ncommand = "npx"\nargs = ["-y", "sightline", "mcp"]\n';
    for (const heading of ['[mcp_servers.sightline]', '[ mcp_servers . "sightline" ] # mine'])
      expect(withServer(`a = [\n[1]\n]\n${heading}\n${old}`, client('codex'), SERVER)).toBe(
        `a = [\n[1]\n]\n${section}${kept}`,
      );
  });

  it.each([
    'mcp_servers = { sightline = { command = "x" } }\n',
    'mcp_servers.sightline.command = "x"\n',
    '[mcp_servers]\nsightline = { command = "x" }\n',
    '[mcp_servers]\nsightline.command = "x"\n',
    '[[mcp_servers.sightline]]\n',
  ])('in TOML, leaves another form alone: %s', (before) => {
    expect(() => withServer(before, client('codex'), SERVER)).toThrow(
      /Set this by hand:\n\[mcp_servers\.sightline\]/,
    );
  });

  it('keeps the line ends of the file', () => {
    for (const [name, before] of [
      ['codex', '# x\r\n[mcp_servers.sightline]\r\nenv = {}\r\n\r\n[b]\r\n'],
      ['cursor', '{\r\n  "mcpServers": {}\r\n}\r\n'],
    ] as const)
      expect(withServer(before, client(name), SERVER)).not.toMatch(/(?<!\r)\n/);
  });

  it('keeps comments and trailing commas, as editors write them', () => {
    const before =
      '// Zed, "settings"\n{\n  "theme": "a // b", // mine\n  "context_servers": {\n    /* { */ "other": { "args": ["}"], },\n  },\n}\n';
    const after = withServer(before, client('zed'), SERVER);
    const added = JSON.stringify({ source: 'custom', ...SERVER }, null, '  ').replaceAll('\n', '\n    ');
    expect(after).toBe(
      before.replace('"context_servers": {', `"context_servers": {\n    "sightline": ${added},`),
    );
    expect(withServer(after, client('zed'), SERVER)).toBe(after);
    const other = withServer(after, client('zed'), { command: 'node', args: [] });
    expect(other).toMatch(
      /"sightline": \{\n {6}"source": "custom",\n {6}"command": "node",\n {6}"args": \[\]\n {4}\},\n/,
    );
    expect(other.replace(/"sightline": \{[^}]*\}/, '')).toBe(after.replace(/"sightline": \{[^}]*\}/, ''));
    const bare = withServer('// mine\n{}', client('zed'), SERVER);
    expect(bare).toMatch(
      /^\/\/ mine\n\{\n {2}"context_servers": \{\n {4}"sightline": \{[^}]*\n {4}\}\n {2}\}\n\}$/,
    );
  });

  it('that is no JSON is left alone', () => {
    expect(() => withServer('{ broken', client('zed'), SERVER)).toThrow(/not changed. Add this by hand:\n\{/);
    expect(() => withServer('{"mcpServers": []}', client('cursor'), SERVER)).toThrow('not an object');
  });
});
