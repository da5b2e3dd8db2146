/** Renders the table of settings for `--help` and docs/configuration.md. */
import { configPaths, type Setting } from './setting.js';
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
    'Serves agents over MCP, on stdio or with --port over HTTP.',
    '',
    groups.join('\n\n'),
    '',
    'Every option also works as a variable SIGHTLINE_<NAME> or, if Playwright MCP has the option, PLAYWRIGHT_MCP_<NAME>,',
    'and most in a --config file. Flags win over variables, SIGHTLINE_* over PLAYWRIGHT_MCP_*, variables over the file.',
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
    '<!-- Generated from src/cli/settings/table.ts by `npm run docs`. -->',
    INTRODUCTION,
    ...GROUPS.map(({ title, settings }) => {
      const rows: Setting<unknown>[] = Object.values(settings);
      return [
        `## ${title}`,
        '',
        '| flag | config file | meaning |',
        '| --- | --- | --- |',
        ...rows.map(tableRow),
      ].join('\n');
    }),
    VARIABLES,
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `Flags, variables and the config file use the names of Playwright MCP, so an existing configuration works. Settings
without effect in Sightline are accepted and reported in one line on stderr. An invalid setting ends the server with exit
code 2 before anything starts.

Flags win over variables, \`SIGHTLINE_*\` over \`PLAYWRIGHT_MCP_*\`, and variables over the \`--config\` file. A list flag
can be repeated or take several values. Settings marked *Sightline only* are unknown to Playwright MCP.

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

Every flag has a variable: \`--viewport-size\` is \`SIGHTLINE_VIEWPORT_SIZE\` or \`PLAYWRIGHT_MCP_VIEWPORT_SIZE\`.
*Sightline only* flags have no \`PLAYWRIGHT_MCP_*\` variable. More variables:

${GROUPS.flatMap(({ settings }) => {
  const rows: Setting<unknown>[] = Object.values(settings);
  return rows.flatMap((row) => {
    const setting = row.flag === undefined ? configPaths(row)[0] : `--${row.flag}`;
    return (row.env ?? []).map((name) => `- \`${name}\`: \`${setting}\``);
  });
}).join('\n')}
- \`SNAPSHOT_MAX_DEPTH\`, \`SNAPSHOT_MAX_NODES\`, \`SNAPSHOT_TIME_BUDGET_MS\`, \`SNAPSHOT_MAX_TEXT_LENGTH\`,
  \`SNAPSHOT_INCLUDE_IFRAMES_SAME_ORIGIN\`, \`SNAPSHOT_GENERATE_XPATH\`, \`SNAPSHOT_PREFER_ID_ATTRIBUTES\`: snapshot
  limits, see [snapshot-format.md](snapshot-format.md)`;

function tableRow(row: Setting<unknown>): string {
  const flag = row.flag === undefined ? '' : `\`${flagText(row)}\``;
  const cells = [
    flag,
    configPaths(row)
      .map((path) => `\`${path}\``)
      .join(', '),
    `${row.help}${row.ours ? ' (*Sightline only*)' : ''}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
