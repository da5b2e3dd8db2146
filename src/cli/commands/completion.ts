/** `sightline completion SHELL`: prints a completion script made from the commands and the tools. */

import { backgroundSettings } from '../background/flags.js';
import { type Command, type CommandEntry, EXIT, UsageError } from '../command.js';
import { inCommands } from '../output/in-commands.js';
import { CLIENTS } from '../setup/clients.js';
import { DECLARED_TOOLS } from '../tool-command/declared-tools.js';
import { toolCommand } from '../tool-command/tool-command.js';

interface Word {
  text: string;
  about: string;
  /** Possible values. */
  choices?: readonly string[];
}

interface Completed {
  names: readonly string[];
  about: string;
  /** Completions for the first argument. */
  words: readonly string[];
  flags: readonly Word[];
  /** Takes the flags of all tools, too. */
  shares: boolean;
}

type Commands = Readonly<Record<string, CommandEntry>>;

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Words that commands take, except tools. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  completion: Object.keys(SHELLS),
  install: ['chromium', 'firefox'],
  setup: Object.keys(CLIENTS),
};

/** Takes the list of commands, which contains this one. */
export function completion(commands: Commands): Command {
  return { run: async (args) => print(args, commands), help };
}

function print(args: string[], commands: Commands): number {
  const [shell = '', ...more] = args;
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell as keyof typeof SHELLS] : undefined; // a key of it
  if (!script || more.length > 0)
    throw new UsageError(`Give one of ${Object.keys(SHELLS).join(', ')}: sightline completion bash`);
  const shared = sharedFlags();
  process.stdout.write(script(completed(commands, shared), shared));
  return EXIT.ok;
}

function help(): string {
  return [
    'Usage: sightline completion bash|zsh|fish',
    '',
    'Prints a script that completes commands, flags, choices and sessions:',
    '',
    '  bash   source <(sightline completion bash)                               in ~/.bashrc',
    '  zsh    source <(sightline completion zsh)                                in ~/.zshrc, after compinit',
    '  fish   sightline completion fish > ~/.config/fish/completions/sightline.fish',
  ].join('\n');
}

/** Flags of all tools: each script has them once. */
function sharedFlags(): Word[] {
  const settings = backgroundSettings.map(({ flag = '', help: about, kind }) => ({
    text: `--${flag}`,
    about,
    ...(kind.placeholder?.includes('|') && { choices: kind.placeholder.split('|') }),
  }));
  return distinct([
    { text: '--session', about: 'the background session' },
    { text: '--json', about: 'the answer as JSON' },
    { text: '--help', about: 'print the help of this command' },
    ...settings,
  ]);
}

function completed(known: Commands, shared: readonly Word[]): Completed[] {
  const everywhere = new Set(shared.map(({ text }) => text));
  const own = (flags: readonly Word[]) => distinct(flags).filter(({ text }) => !everywhere.has(text));
  const tools = DECLARED_TOOLS.map(toolCommand).map(
    ({ name, aliases, tool, positionals, choices, flags }) => ({
      names: [name, ...aliases],
      about: inCommands(tool.summary),
      words: [...positionals.slice(0, 1), ...choices].flatMap(({ form }) =>
        form.type === 'choice' ? form.choices : form.type === 'switch' ? ['true', 'false'] : [],
      ),
      flags: flags.map(({ name: flag, description, form }) => {
        const item = form.type === 'list' ? form.item : form;
        return {
          text: `--${flag}`,
          about: inCommands(description),
          ...(item.type === 'choice' && { choices: item.choices }),
        };
      }),
    }),
  );
  const ours = Object.entries(known)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { summary, usage }]) => ({
      names: [name],
      about: summary,
      words: WORDS[name] ?? [],
      flags: [
        ...[...usage.matchAll(/--[a-z-]+/g)].map(([text]) => ({ text, about: '' })),
        { text: '--help', about: 'print the help of this command' },
      ],
    }));
  const taken = new Set(ours.flatMap(({ names }) => names));
  // `snapshot` and `close` are both commands and tools: they take the flags of both.
  return [
    ...ours.map((each) => {
      const same = tools.find(({ names }) => names.some((name) => each.names.includes(name)));
      const shares = same !== undefined || each.names.includes('mcp');
      const flags = [...each.flags, ...(same?.flags ?? [])];
      return { ...each, shares, flags: shares ? own(flags) : distinct(flags) };
    }),
    ...tools
      .map((each) => ({ ...each, names: each.names.filter((name) => !taken.has(name)) }))
      .filter(({ names }) => names.length > 0)
      .map((each) => ({ ...each, shares: true, flags: own(each.flags) })),
  ];
}

function distinct(flags: readonly Word[]): Word[] {
  return [...new Map(flags.toReversed().map((flag) => [flag.text, flag])).values()].toReversed();
}

const LIST = 'sightline sessions --names 2>/dev/null';

function bashScript(commands: Completed[], shared: readonly Word[]): string {
  const values = (flags: readonly Word[], more = '') =>
    flags.flatMap(({ text, choices }) =>
      choices ? [`        ${text}) words=${quoted(choices.join(' '))}${more} ;;`] : [],
    );
  const cases = commands.map(({ names, words, flags, shares }) =>
    [
      `    ${names.join('|')})`,
      ...(shares ? ['      shares=yes'] : []),
      `      case "$prev" in`,
      ...values(flags, '; shares='),
      `        *) words=${quoted([...words, ...flags.map(({ text }) => text)].join(' '))} ;;`,
      '      esac ;;',
    ].join('\n'),
  );
  return `# sightline for bash
_sightline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words= shares=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.flatMap(({ names }) => names).join(' '))} -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ -n "$shares" ]; then
    case "$prev" in
${values(shared).join('\n')}
        *) words="$words "${quoted(shared.map(({ text }) => text).join(' '))} ;;
    esac
  fi
  case "$prev" in --session|-s) words=$(${LIST}) ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sightline sightline
`;
}

function zshScript(commands: Completed[], shared: readonly Word[]): string {
  const values = (flags: readonly Word[]) =>
    flags.flatMap(({ text, choices }) =>
      choices ? [`        ${text}) compadd -- ${choices.map(quoted).join(' ')}; return ;;`] : [],
    );
  const described = (words: readonly Word[]) =>
    words.map(({ text, about }) => quoted(`${text}:${about.replaceAll(':', '\\:')}`)).join(' ');
  const cases = commands.map(({ names, words, flags, shares }) =>
    [
      `    ${names.join('|')})`,
      ...(shares ? ['      shares=yes'] : []),
      '      case "$prev" in',
      ...values(flags),
      '      esac',
      `      options=(${described([...words.map((text) => ({ text, about: '' })), ...flags])}) ;;`,
    ].join('\n'),
  );
  const names = commands.flatMap(({ names: all, about }) => all.map((text) => ({ text, about })));
  return `#compdef sightline
_sightline() {
  local -a commands options
  local prev="\${words[CURRENT-1]}" shares=
  if (( CURRENT == 2 )); then
    commands=(${described(names)})
    _describe command commands
    return
  fi
  case "$prev" in
    --session|-s) compadd -- \${(f)"$(${LIST})"}; return ;;
  esac
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  if [[ -n $shares ]]; then
    case "$prev" in
${values(shared).join('\n')}
    esac
    options+=(${described(shared)})
  fi
  _describe option options
  _files
}
compdef _sightline sightline
`;
}

function fishScript(commands: Completed[], shared: readonly Word[]): string {
  const inside = (names: readonly string[]) =>
    `-n ${quoted(`__fish_seen_subcommand_from ${names.join(' ')}`)}`;
  const flagLine = (condition: string, { text, about, choices }: Word) => {
    const values =
      text === '--session'
        ? ` -xa ${quoted(`(${LIST})`)}`
        : choices
          ? ` -xa ${quoted(choices.join(' '))}`
          : '';
    return `complete -c sightline ${condition} -l ${text.slice(2)}${values} -d ${quoted(about)}`;
  };
  const lines = commands.flatMap(({ names, about, words, flags }) => [
    ...names.map((name) => `complete -c sightline -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
    ...(words.length > 0 ? [`complete -c sightline ${inside(names)} -a ${quoted(words.join(' '))}`] : []),
    ...flags.map((flag) => flagLine(inside(names), flag)),
  ]);
  const sharing = commands.filter(({ shares }) => shares).flatMap(({ names }) => names);
  const everywhere = [
    `function __sightline_shares; __fish_seen_subcommand_from ${sharing.join(' ')}; end`,
    ...shared.map((flag) => flagLine('-n __sightline_shares', flag)),
  ];
  return `# sightline for fish\n${[...lines, ...everywhere].join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
