/** The manifests by which clients, registries and desktops install Sightline, made from package.json and the tools. */
import { readFileSync } from 'node:fs';
import { TOOLS } from '../src/tools/index.js';
import { ROOT } from './bundle.js';

interface Package {
  name: string;
  mcpName: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
}

const { name, mcpName, version, description, license, engines }: Package = JSON.parse(
  readFileSync(`${ROOT}package.json`, 'utf8'),
);

const NPX = { command: 'npx', args: ['-y', name, 'mcp'] };

/** Claude Code loads the server and, from `skills/`, the skill. */
function claudePlugin() {
  return { name, version, description, license, mcpServers: { [name]: NPX } };
}

/** For the MCP registry. */
function registryEntry() {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Sightline',
    // The registry takes 100 characters.
    description: description.split(', in ')[0],
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  };
}

/** For desktop clients that install `.mcpb` files; `npm run mcpb` builds one. */
function desktopBundle() {
  const entry = `node_modules/${name}/dist/cli.js`;
  return {
    manifest_version: '0.3',
    name,
    display_name: 'Sightline',
    version,
    description,
    author: { name: 'Sightline' },
    license,
    server: {
      type: 'node',
      entry_point: entry,
      // The client fills in the folder of the bundle.
      mcp_config: { command: 'node', args: [`\${__dirname}/${entry}`, 'mcp'] },
    },
    tools: TOOLS.filter(({ cap }) => cap === undefined).map((tool) => ({
      name: tool.name,
      description: tool.summary,
    })),
    compatibility: { platforms: ['darwin', 'linux', 'win32'], runtimes: { node: engines.node } },
  };
}

/** With their paths in the repository. */
export function packagingFiles(): { path: string; content: string }[] {
  const file = (path: string, value: unknown) => ({
    path: `${ROOT}${path}`,
    content: `${JSON.stringify(value, null, 2)}\n`,
  });
  return [
    file('.claude-plugin/plugin.json', claudePlugin()),
    file('server.json', registryEntry()),
    file('packaging/manifest.json', desktopBundle()),
  ];
}
