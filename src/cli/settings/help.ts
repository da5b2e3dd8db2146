/** The table of settings as text: for `--help`, and as docs/configuration.md. */
import { configPath, type Setting } from './setting.js';
import { GROUPS } from './table.js';

const WIDTH = 100;
const INDENT = 30;

export function settingsHelp(): string {
  const groups = GROUPS.map(({ title, settings }) => {
    const rows: Setting<unknown>[] = Object.values(settings);
    return [`${title}:`, ...rows.filter(({ flag }) => flag !== undefined).flatMap(helpLines)].join('\n');
  });
  return [
    'Usage: sightline mcp [options]',
    '',
    'Serves agents over MCP: on standard input and output, or with --port over HTTP.',
    '',
    groups.join('\n\n'),
    '',
    'Each can be given as SIGHTLINE_<NAME> or, where Playwright MCP has it, PLAYWRIGHT_MCP_<NAME> too, and in a',
    '--config file. Flags win over variables, ours over those of Playwright MCP, variables over the file.',
  ].join('\n');
}

function helpLines(row: Setting<unknown>): string[] {
  const name = `  ${flagText(row)}`;
  const lines = wrap(`${row.help}.`, WIDTH - INDENT);
  const [first = '', ...rest] = name.length < INDENT ? lines : ['', ...lines];
  return [`${name.padEnd(INDENT)}${first}`.trimEnd(), ...rest.map((line) => ' '.repeat(INDENT) + line)];
}

function flagText({ flag, offFlag, kind }: Setting<unknown>): string {
  const names = [flag, offFlag].filter((name) => name !== undefined).map((name) => `--${name}`);
  return `${names.join(', ')}${kind.placeholder === undefined ? '' : ` <${kind.placeholder}>`}`;
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}

export function configurationPage(): string {
  return `${[
    '# Configuration of the MCP server',
    '<!-- Made from src/cli/settings/table.ts; `npx vitest run -u src/cli/settings` writes it again. -->',
    INTRODUCTION,
    ...GROUPS.map(({ title, settings }) => {
      const rows: Setting<unknown>[] = Object.values(settings);
      return [
        `## ${title}`,
        '',
        '| flag | in the config file | |',
        '| --- | --- | --- |',
        ...rows.map(tableRow),
      ].join('\n');
    }),
    VARIABLES,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Flags, variables and the config file have the names of Playwright MCP where the meaning is the same: a
configuration that was made for it works. What has no effect here is accepted and named in one line on stderr;
what is wrong ends the server with exit code 2 before anything starts.

Flags win over variables, \`SIGHTLINE_*\` over \`PLAYWRIGHT_MCP_*\`, variables over the file of \`--config\`. A flag
that takes a list can be repeated or be given several values.

\`\`\`json
{
  "browser": {
    "browserName": "firefox",
    "launchOptions": { "headless": true },
    "contextOptions": { "viewport": { "width": 1280, "height": 720 } }
  },
  "capabilities": ["pdf"],
  "network": { "blockedOrigins": ["https://ads.example"] },
  "timeouts": { "action": 5000, "navigation": 60000 }
}
\`\`\``;

const VARIABLES = `## Variables

The variable of \`--viewport-size\` is \`SIGHTLINE_VIEWPORT_SIZE\` or \`PLAYWRIGHT_MCP_VIEWPORT_SIZE\`, and so on for
every flag. Flags that Playwright MCP does not have have no variable of its prefix. Others, besides:

${GROUPS.flatMap(({ settings }) => {
  const rows: Setting<unknown>[] = Object.values(settings);
  return rows.flatMap((row) => (row.env ?? []).map((name) => `- \`${name}\`: \`--${row.flag}\``));
}).join('\n')}
- \`SNAPSHOT_MAX_DEPTH\`, \`SNAPSHOT_MAX_NODES\`, \`SNAPSHOT_TIME_BUDGET_MS\`, \`SNAPSHOT_MAX_TEXT_LENGTH\`,
  \`SNAPSHOT_INCLUDE_IFRAMES_SAME_ORIGIN\`, \`SNAPSHOT_GENERATE_XPATH\`, \`SNAPSHOT_PREFER_ID_ATTRIBUTES\`: limits of
  snapshots, see [snapshot-format.md](snapshot-format.md)`;

function tableRow(row: Setting<unknown>): string {
  const flag = row.flag === undefined ? '' : `\`${flagText(row)}\``;
  const path = configPath(row);
  const cells = [flag, path === undefined ? '' : `\`${path}\``, `${row.help}${row.ours ? ' (ours)' : ''}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
