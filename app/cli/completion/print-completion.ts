/** The command `completion`. */

import { CommandRefused, EXIT, type Call, type Command, type ExitCode } from '../command.ts';
import { completionScript, SHELLS, type CompletedCommand } from './completion-script.ts';

export async function printCompletion({ args, output }: Call, table: Readonly<Record<string, () => Promise<Command>>>): Promise<ExitCode> {
  const shell = SHELLS.find((each) => each === args[0]);
  if (shell === undefined) throw new CommandRefused(`Name your shell: ${SHELLS.join(', ')}.`);
  const commands = Object.entries(table).map(async ([name, load]): Promise<CompletedCommand> => {
    const { usage, help, options, optionHelp, choices = {} } = await load();
    const all: Command['options'] = { ...options, help: { type: 'boolean' } };
    const listed = Object.entries(all).map(([option, { type }]) => ({
      name: option,
      help: optionHelp[option] ?? 'Shows how the command is called.',
      hasValue: type === 'string',
      choices: choices[option] ?? [],
    }));
    return { name, help, options: listed, first: /^<([\w|]+)>/.exec(usage)?.[1]?.split('|') ?? [] };
  });
  output.print(completionScript(shell, await Promise.all(commands)));
  return EXIT.done;
}
