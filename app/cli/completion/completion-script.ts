/** Scripts with which shells complete the words of `lessonwright`. */

/** A command as far as shells know it. */
export interface CompletedCommand {
  readonly name: string;
  readonly help: string;
  /** What its first argument can be; empty: a path. */
  readonly first: readonly string[];
  readonly options: readonly CompletedOption[];
}

interface CompletedOption {
  readonly name: string;
  readonly help: string;
  readonly hasValue: boolean;
  /** What its value can be; empty: anything, or a path. */
  readonly choices: readonly string[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return WRITERS[shell](commands).join('\n');
}

const WRITERS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string[]>> = {
  bash: (commands) => [
    '_lessonwright() {',
    '  local word="${COMP_WORDS[COMP_CWORD]}" known=""',
    '  if (( COMP_CWORD == 1 )); then',
    `    known=${spaced(commands.map(({ name }) => name))}`,
    '  elif [[ $word == -* ]]; then',
    '    case "${COMP_WORDS[1]}" in',
    ...commands.map(({ name, options }) => `      ${name}) known=${spaced(options.map((option) => `--${option.name}`))} ;;`),
    '    esac',
    '  else',
    '    case "$COMP_CWORD ${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in',
    ...commands.flatMap(({ name, first, options }) => [
      ...(first.length > 0 ? [`      "2 ${name} ${name}") known=${spaced(first)} ;;`] : []),
      ...options.flatMap(({ name: option, choices }) =>
        choices.length > 0 ? [`      *" ${name} --${option}") known=${spaced(choices)} ;;`] : [],
      ),
    ]),
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$known" -- "$word"))',
    '}',
    // Where no word fits, bash completes paths.
    'complete -o default -F _lessonwright lessonwright',
  ],
  zsh: (commands) => [
    '#compdef lessonwright',
    '_lessonwright() {',
    '  if (( CURRENT == 2 )); then',
    `    local -a known=(${commands.map(({ name, help }) => quoted(`${name}:${escaped(help)}`)).join(' ')})`,
    '    _describe command known',
    '    return',
    '  fi',
    '  case ${words[2]} in',
    ...commands.map(({ name, first, options }) => {
      const parts = options.map((option) => {
        const value = option.hasValue ? `:value:${zshValues(option.choices)}` : '';
        return quoted(`--${option.name}[${escaped(option.help)}]${value}`);
      });
      // The command itself is the first argument.
      const kind = first.length > 0 ? [quoted(`2:kind:${zshValues(first)}`)] : [];
      return `    ${name}) _arguments ${[...parts, ...kind, quoted('*:path:_files')].join(' ')} ;;`;
    }),
    '  esac',
    '}',
    'compdef _lessonwright lessonwright',
  ],
  fish: (commands) => [
    ...commands.map(({ name, help }) => `complete -c lessonwright -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`),
    ...commands.flatMap(({ name, first, options }) => {
      const after = `__fish_seen_subcommand_from ${name}`;
      const isFirst = `${after}; and not __fish_seen_subcommand_from ${first.join(' ')}`;
      return [
        ...(first.length > 0 ? [`complete -c lessonwright -n ${quoted(isFirst)} -f -a ${spaced(first)}`] : []),
        ...options.map((option) => {
          const values = option.choices.length > 0 ? ` -f -a ${spaced(option.choices)}` : '';
          const takes = option.hasValue ? ` -r${values}` : '';
          return `complete -c lessonwright -n ${quoted(after)} -l ${option.name}${takes} -d ${quoted(option.help)}`;
        }),
      ];
    }),
  ],
};

function zshValues(choices: readonly string[]): string {
  return choices.length > 0 ? `(${choices.join(' ')})` : '_files';
}

function spaced(words: readonly string[]): string {
  return quoted(words.join(' '));
}

/** What zsh reads as the end of a description. */
function escaped(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);
}

/** A word of all three shells. Our texts have typographic apostrophes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
