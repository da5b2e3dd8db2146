/** `sightline completion SHELL`: prints a completion script made from the commands and the tools. */

import { backgroundSettings } from './background-flags.js';
import { type Command, type CommandEntry, EXIT, UsageError } from './command.js';
import { DECLARED_TOOLS } from './tool-command/declared-tools.js';
import { toolCommand } from './tool-command/tool-command.js';

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
}

type Commands = Readonly<Record<string, CommandEntry>>;

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Takes the list of commands, which contains this one. */
export function completion(commands: Commands): Command {
  return { run: async (args) => print(args, commands), help };
}

function print(args: string[], commands: Commands): number {
  const [shell = '', ...more] = args;
  const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell as keyof typeof SHELLS] : undefined; // a key of it
  if (!script || more.length > 0)
    throw new UsageError(`Give one of ${Object.keys(SHELLS).join(', ')}: sightline completion bash`);
  process.stdout.write(script(completed(commands)));
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

function completed(known: Commands): Completed[] {
  const common: Word[] = [
    { text: '--session', about: 'the background session' },
    { text: '--json', about: 'the answer as JSON' },
    { text: '--help', about: 'print the help of this command' },
  ];
  const settings = backgroundSettings.map(({ flag = '', help: about, kind }) => ({
    text: `--${flag}`,
    about,
    ...(kind.placeholder?.includes('|') && { choices: kind.placeholder.split('|') }),
  }));
  const tools = DECLARED_TOOLS.map(toolCommand).map(
    ({ name, aliases, tool, positionals, choices, flags }) => ({
      names: [name, ...aliases],
      about: tool.summary,
      words: [...positionals.slice(0, 1), ...choices].flatMap(({ form }) =>
        form.type === 'choice' ? form.choices : form.type === 'switch' ? ['true', 'false'] : [],
      ),
      flags: [
        ...flags.map(({ name: flag, description, form }) => {
          const item = form.type === 'list' ? form.item : form;
          return {
            text: `--${flag}`,
            about: description,
            ...(item.type === 'choice' && { choices: item.choices }),
          };
        }),
        ...common,
        ...settings,
      ],
    }),
  );
  const ours = Object.entries(known)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { summary, usage }]) => ({
      names: [name],
      about: summary,
      words: name === 'completion' ? Object.keys(SHELLS) : [],
      flags: [
        ...[...usage.matchAll(/--[a-z-]+/g)].map(([text]) => ({ text, about: '' })),
        ...(name === 'mcp' ? settings : []),
        { text: '--help', about: 'print the help of this command' },
      ],
    }));
  const taken = new Set(ours.flatMap(({ names }) => names));
  // `snapshot` and `close` are both commands and tools: they take the flags of both.
  return [
    ...ours.map((each) => {
      const same = tools.find(({ names }) => names.some((name) => each.names.includes(name)));
      return same ? { ...each, flags: distinct([...each.flags, ...same.flags]) } : each;
    }),
    ...tools
      .map((each) => ({ ...each, names: each.names.filter((name) => !taken.has(name)) }))
      .filter(({ names }) => names.length > 0)
      .map((each) => ({ ...each, flags: distinct(each.flags) })),
  ];
}

function distinct(flags: readonly Word[]): Word[] {
  return [...new Map(flags.toReversed().map((flag) => [flag.text, flag])).values()].toReversed();
}

const LIST = 'sightline sessions --names 2>/dev/null';

function bashScript(commands: Completed[]): string {
  const cases = commands.map(({ names, words, flags }) => {
    const values = flags.flatMap(({ text, choices }) =>
      choices ? [`        ${text}) words=${quoted(choices.join(' '))} ;;`] : [],
    );
    return [
      `    ${names.join('|')})`,
      `      case "$prev" in`,
      ...values,
      `        *) words=${quoted([...words, ...flags.map(({ text }) => text)].join(' '))} ;;`,
      '      esac ;;',
    ].join('\n');
  });
  return `# sightline for bash
_sightline() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.flatMap(({ names }) => names).join(' '))} -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$prev" in --session|-s) words=$(${LIST}) ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _sightline sightline
`;
}

function zshScript(commands: Completed[]): string {
  const cases = commands.map(({ names, words, flags }) => {
    const values = flags.flatMap(({ text, choices }) =>
      choices ? [`        ${text}) compadd -- ${choices.map(quoted).join(' ')}; return ;;`] : [],
    );
    const all = [...words.map((text) => ({ text, about: '' })), ...flags];
    return [
      `    ${names.join('|')})`,
      '      case "$prev" in',
      ...values,
      `        --session|-s) compadd -- \${(f)"$(${LIST})"}; return ;;`,
      '      esac',
      `      options=(${all.map(({ text, about }) => quoted(`${text}:${about.replaceAll(':', '\\:')}`)).join(' ')}) ;;`,
    ].join('\n');
  });
  const names = commands.flatMap((command) =>
    command.names.map((name) => quoted(`${name}:${command.about.replaceAll(':', '\\:')}`)),
  );
  return `#compdef sightline
_sightline() {
  local -a commands options
  local prev="\${words[CURRENT-1]}"
  if (( CURRENT == 2 )); then
    commands=(${names.join(' ')})
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${cases.join('\n')}
  esac
  _describe option options
  _files
}
compdef _sightline sightline
`;
}

function fishScript(commands: Completed[]): string {
  const lines = commands.flatMap(({ names, about, words, flags }) => {
    const inside = `-n ${quoted(`__fish_seen_subcommand_from ${names.join(' ')}`)}`;
    return [
      ...names.map((name) => `complete -c sightline -n __fish_use_subcommand -a ${name} -d ${quoted(about)}`),
      ...(words.length > 0 ? [`complete -c sightline ${inside} -a ${quoted(words.join(' '))}`] : []),
      ...flags.map(({ text, about: what, choices }) => {
        const values =
          text === '--session'
            ? ` -xa ${quoted(`(${LIST})`)}`
            : choices
              ? ` -xa ${quoted(choices.join(' '))}`
              : '';
        return `complete -c sightline ${inside} -l ${text.slice(2)}${values} -d ${quoted(what)}`;
      }),
    ];
  });
  return `# sightline for fish\n${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
