/** Makes a command of every tool: `browser_take_screenshot` becomes `take-screenshot`. */
import type { Tool } from '../../agent/tool.js';
import { dashed, type Form, type Input, inputsOf, placeholder } from './input.js';

/** A tool's declaration without its code. */
export type DeclaredTool = Pick<Tool, 'name' | 'summary' | 'effect' | 'cap' | 'examples' | 'schema'>;

export interface ToolCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly tool: DeclaredTool;
  /** The required inputs in order, and optional ones before them. If none is required, the one that takes a bare word. */
  readonly positionals: readonly Input[];
  /** If no input is required, a bare word may set one of these: `scroll down`. */
  readonly choices: readonly Input[];
  /** Inputs that a bare word after the positionals sets: `tabs select 1`. */
  readonly extras: readonly Input[];
  /** Typed as `--name`. */
  readonly flags: readonly Input[];
}

/** Short names for common commands, and names that people know from other tools. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  browser_navigate: ['open', 'goto'],
  browser_navigate_back: ['back'],
  browser_navigate_forward: ['forward'],
  browser_type: ['fill'],
  browser_press_key: ['press'],
  browser_select_option: ['select'],
  browser_take_screenshot: ['screenshot'],
  browser_evaluate: ['eval'],
  browser_wait_for: ['wait'],
  browser_file_upload: ['upload'],
  browser_console_messages: ['console'],
  browser_network_requests: ['requests'],
  browser_network_request: ['request'],
  browser_handle_dialog: ['dialog'],
};

/** Optional inputs that come before the required ones where there are words for both. `fill`, which replaces, needs its target. */
const FIRST: Readonly<Record<string, string>> = { type: 'target' };

/** Optional inputs that people type as bare words after the required ones. */
const EXTRAS: Readonly<Record<string, readonly string[]>> = { browser_tabs: ['index', 'url'] };

/** Inputs that are never set by a bare word: the element's description, the page, the file. */
const NEVER_ALONE = /^(?:.*element|page|filename)$/i;

export function toolCommand(tool: DeclaredTool): ToolCommand {
  const inputs = inputsOf(tool);
  const required = inputs.filter((input) => input.required);
  const name = dashed(tool.name.replace(/^browser_/, ''));
  const ordered = inputs.filter((input) => input.required || FIRST[name] === input.key);
  const alone = inputs.find(({ key, form }) => isText(form) && !NEVER_ALONE.test(key));
  const free = required.length === 0;
  return {
    name,
    aliases: ALIASES[tool.name] ?? [],
    tool,
    positionals: free && alone ? [alone] : ordered,
    choices: free ? inputs.filter(({ form }) => form.type === 'choice') : [],
    extras: inputs.filter(({ key }) => EXTRAS[tool.name]?.includes(key)),
    flags: inputs.filter((input) => !input.required),
  };
}

function isText(form: Form): boolean {
  if (form.type === 'json') return form.orText;
  return form.type === 'text' || (form.type === 'list' && form.item.type === 'text');
}

/** Finds a command by its name, an alias or the tool's name. The result has the name that was given. */
export function findToolCommand(tools: readonly DeclaredTool[], name: string): ToolCommand | undefined {
  const found = tools
    .map(toolCommand)
    .find((command) => [command.name, command.tool.name, ...command.aliases].includes(name));
  if (!found || found.name === name) return found;
  const isNeeded = ({ key, required }: Input) => required || key === FIRST[found.name];
  const positionals = found.positionals.map((input) => ({ ...input, required: isNeeded(input) }));
  return { ...found, name, positionals };
}

/** The name shown in help: a shorter alias if there is one. */
export function usualWord({ name, aliases }: ToolCommand): string {
  return aliases.find((alias) => alias.length < name.length) ?? name;
}

/** `type TARGET TEXT [--submit] [--slowly]` */
export function usageOf({ name, positionals, flags }: ToolCommand): string {
  const options = flags
    .filter((input) => !positionals.includes(input) && !/element$/i.test(input.key))
    .map((input) => `[${flagOf(input)}]`);
  return [name, ...wordsOf(positionals), ...options].join(' ');
}

export function wordsOf(inputs: readonly Input[]): string[] {
  return inputs.map((input) => (input.required ? placeholder(input) : `[${placeholder(input)}]`));
}

/** `--submit`, `--button left|right|middle` */
export function flagOf(input: Input): string {
  return input.form.type === 'switch' ? `--${input.name}` : `--${input.name} ${placeholder(input)}`;
}
