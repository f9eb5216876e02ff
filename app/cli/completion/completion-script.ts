/** Scripts with which shells complete the words of `lessonwright`. */

/** A command as far as shells know it. */
export interface CompletedCommand {
  readonly name: string;
  readonly help: string;
  readonly options: readonly { readonly name: string; readonly help: string; readonly hasValue: boolean }[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return WRITERS[shell](commands).join('\n');
}

const WRITERS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string[]>> = {
  bash: (commands) => [
    '_lessonwright() {',
    '  local known=""',
    '  case "$COMP_CWORD,${COMP_WORDS[1]}" in',
    `    1,*) known=${quoted(commands.map(({ name }) => name).join(' '))} ;;`,
    ...commands.map(({ name, options }) => `    *,${name}) known=${quoted(options.map((option) => `--${option.name}`).join(' '))} ;;`),
    '  esac',
    '  COMPREPLY=($(compgen -W "$known" -- "${COMP_WORDS[COMP_CWORD]}"))',
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
    ...commands.map(({ name, options }) => {
      const parts = options.map((option) => quoted(`--${option.name}[${escaped(option.help)}]${option.hasValue ? ':value:_files' : ''}`));
      return `    ${name}) _arguments ${[...parts, quoted('*:path:_files')].join(' ')} ;;`;
    }),
    '  esac',
    '}',
    'compdef _lessonwright lessonwright',
  ],
  fish: (commands) => [
    ...commands.map(({ name, help }) => `complete -c lessonwright -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`),
    ...commands.flatMap(({ name, options }) =>
      options.map((option) => {
        const takes = option.hasValue ? ' -r' : '';
        return `complete -c lessonwright -n ${quoted(`__fish_seen_subcommand_from ${name}`)} -l ${option.name}${takes} -d ${quoted(option.help)}`;
      }),
    ),
  ],
};

/** What zsh reads as the end of a description. */
function escaped(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);
}

/** A word of all three shells. Our texts have typographic apostrophes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", '’')}'`;
}
