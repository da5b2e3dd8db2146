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

  it('with comments is left alone', () => {
    expect(() => withServer('// mine\n{}', client('zed'), SERVER)).toThrow(
      /not changed. Add this by hand:\n\{/,
    );
    expect(() => withServer('{"mcpServers": []}', client('cursor'), SERVER)).toThrow('not an object');
  });
});
