/**
 * Generates from declarations: docs/tools.md, docs/configuration.md, parts of README.md and docs/from-playwright-mcp.md,
 * and the manifests of `packaging.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CAPS } from '../src/agent/caps.js';
import type { Tool } from '../src/agent/tool.js';
import { configurationPage } from '../src/cli/settings/help.js';
import { exampleWords } from '../src/cli/tool-command/example.js';
import { type Form, inputsOf } from '../src/cli/tool-command/input.js';
import { toolCommand, usageOf, usualWord } from '../src/cli/tool-command/tool-command.js';
import { RETIRED } from '../src/mcp/retired-tools.js';
import { TOOLS } from '../src/tools/index.js';
import { packagingFiles } from './packaging.js';
import { trySettings } from './playwright-mcp-settings.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** All generated files, and files with generated parts, with their new content. */
export function generatedDocs(): { path: string; content: string }[] {
  return [
    { path: join(ROOT, 'docs', 'tools.md'), content: toolsPage() },
    { path: join(ROOT, 'docs', 'configuration.md'), content: configurationPage() },
    ...packagingFiles(),
    withParts('README.md', { tools: toolList() }),
    withParts('docs/from-playwright-mcp.md', { retired: retiredTable(), settings: settingsTable() }),
  ];
}

const INTRODUCTION = `# Tools

<!-- Generated from src/tools by \`npm run docs\`. -->

Every tool works over MCP (\`browser_click\`) and on the command line (\`sightline click\`). Names and parameters match
Playwright MCP where it has the tool; see [coming from Playwright MCP](from-playwright-mcp.md).

- **target** is a ref from a snapshot (\`e12\`, \`f1e3\` in a frame, \`p1e2\` on another page) or a selector that matches one
  element. A ref includes its page and frame. Older Playwright MCP names (\`ref\`, \`startRef\`, \`endRef\`) work, too.
- **page** names the page of a call without a ref: \`c0p1\`. Default: the last used page.
- On the command line, required inputs come first, in the order of the tables; the rest are flags. A list takes all
  remaining words, and \`--\` ends the flags.`;

function toolsPage(): string {
  const always = TOOLS.filter(({ cap }) => cap === undefined);
  const groups = CAPS.flatMap((cap) => {
    const tools = TOOLS.filter((tool) => tool.cap === cap);
    return tools.length === 0 ? [] : [`## With \`--caps ${cap}\``, ...tools.map(toolPart)];
  });
  return `${[INTRODUCTION, '## Always on', ...always.map(toolPart), ...groups].join('\n\n')}\n`;
}

function toolPart(tool: Tool): string {
  const inputs = inputsOf(tool);
  const command = toolCommand(tool);
  const rows = inputs.map(
    ({ key, required, description, form }) =>
      `| \`${key}\` | ${formText(form)}${required ? ', required' : ''} | ${cell(description)} |`,
  );
  const examples = tool.examples.flatMap((example) => [
    `${tool.name} ${JSON.stringify(example)}`,
    `sightline ${exampleWords(command, example, usualWord(command))}`,
    '',
  ]);
  return [
    `### ${tool.name}`,
    `${tool.summary}.${tool.effect === 'read' ? ' Read-only.' : ''}`,
    ...(rows.length > 0 ? [['| input | type | meaning |', '| --- | --- | --- |', ...rows].join('\n')] : []),
    `\`sightline ${usageOf(command)}\`${command.aliases.length > 0 ? `, also \`${command.aliases.join('`, `')}\`` : ''}`,
    ...(examples.length > 0 ? [['```sh', ...examples.slice(0, -1), '```'].join('\n')] : []),
  ].join('\n\n');
}

function formText(form: Form): string {
  switch (form.type) {
    case 'text':
      return 'string';
    case 'number':
      return form.whole ? 'whole number' : 'number';
    case 'switch':
      return 'true or false';
    case 'choice':
      return form.choices.map((choice) => `\`${choice}\``).join(', ');
    case 'list':
      return `list: ${formText(form.item)}`;
    case 'json':
      return form.pair
        ? `object with \`${form.pair.join('`, `')}\``
        : form.orText
          ? 'string or JSON'
          : 'object';
  }
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function toolList(): string {
  const names = (tools: readonly Tool[]) => tools.map(({ name }) => `\`${name}\``).join(', ');
  const always = `${wrapped(names(TOOLS.filter(({ cap }) => cap === undefined)))}.`;
  const groups = CAPS.flatMap((cap) => {
    const tools = TOOLS.filter((tool) => tool.cap === cap);
    return tools.length === 0 ? [] : [wrapped(`- \`--caps ${cap}\`: ${names(tools)}`, '  ')];
  });
  return groups.length === 0 ? always : `${always}\n\nTurned on with \`--caps\`:\n\n${groups.join('\n')}`;
}

/** Wraps at a length that is readable in a diff. */
function wrapped(text: string, indent = ''): string {
  const lines = [''];
  for (const word of text.split(/ (?=`)/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > 110) lines.push(indent + word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

function retiredTable(): string {
  const rows = Object.entries(RETIRED).map(([name, instead]) => `| \`${name}\` | ${cell(instead)} |`);
  return ['| tool | instead |', '| --- | --- |', ...rows].join('\n');
}

function settingsTable(): string {
  const lines = trySettings().map(
    ({ names, outcome }) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${cell(outcome)} |`,
  );
  return ['| flag, variable, config key | in Sightline |', '| --- | --- |', ...lines].join('\n');
}

/** Replaces the text between `<!-- generated: name -->` and `<!-- /generated -->`. */
function withParts(file: string, parts: Record<string, string>): { path: string; content: string } {
  const path = join(ROOT, file);
  let content = readFileSync(path, 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const start = `<!-- generated: ${name} -->`;
    const from = content.indexOf(start);
    const to = content.indexOf('<!-- /generated -->', from);
    if (from < 0 || to < 0) throw new Error(`${file} has no part "${name}"`);
    content = `${content.slice(0, from + start.length)}\n${part}\n${content.slice(to)}`;
  }
  return { path, content };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, content } of generatedDocs()) writeFileSync(path, content);
