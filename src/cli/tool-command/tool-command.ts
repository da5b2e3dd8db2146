/** Every tool as a command: `browser_take_screenshot` is `take-screenshot`, and what it needs comes first. */
import type { Tool } from '../../agent/tool.js';
import { dashed, type Form, type Input, inputsOf, placeholder } from './input.js';

/** What a tool's declaration says, without what runs it. */
export type DeclaredTool = Pick<Tool, 'name' | 'summary' | 'effect' | 'cap' | 'examples' | 'schema'>;

export interface ToolCommand {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly tool: DeclaredTool;
  /** In the order in which they are typed: the required inputs; where nothing is, the one that words go to. */
  readonly positionals: readonly Input[];
  /** Where nothing is required, one of these words means the choice that has it: `scroll down`. */
  readonly choices: readonly Input[];
  /** Typed as `--name`. */
  readonly flags: readonly Input[];
}

/** Other words: shorter ones for what is typed most, and those that people know from elsewhere. */
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

/** Inputs that are never meant by a word alone: what the element is called in logs, which page, where to save. */
const NEVER_ALONE = /^(?:.*element|page|filename)$/i;

export function toolCommand(tool: DeclaredTool): ToolCommand {
  const inputs = inputsOf(tool);
  const required = inputs.filter((input) => input.required);
  const alone = inputs.find(({ key, form }) => isText(form) && !NEVER_ALONE.test(key));
  const free = required.length === 0;
  return {
    name: dashed(tool.name.replace(/^browser_/, '')),
    aliases: ALIASES[tool.name] ?? [],
    tool,
    positionals: free && alone ? [alone] : required,
    choices: free ? inputs.filter(({ form }) => form.type === 'choice') : [],
    flags: inputs.filter((input) => !input.required),
  };
}

function isText(form: Form): boolean {
  return form.type === 'text' || (form.type === 'list' && form.item.type === 'text');
}

/** By its name, another word for it or the name of the tool; the command goes by what was asked for. */
export function findToolCommand(tools: readonly DeclaredTool[], name: string): ToolCommand | undefined {
  const found = tools
    .map(toolCommand)
    .find((command) => [command.name, command.tool.name, ...command.aliases].includes(name));
  return found && { ...found, name };
}

/** The word that is shown for it: a shorter one, where there is any. */
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
