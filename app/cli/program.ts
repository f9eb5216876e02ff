/** Finds the command that was called, reads its options and runs it. */

import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { nearest } from '#features/preflight/rules/nearest.ts';
import { EXIT, CommandRefused, type Call, type Command, type ExitCode } from './command.ts';
import { COMMANDS } from './commands.ts';
import { plainOutput } from './plain-output.ts';

/** Options of every command. */
const HELP = { help: { type: 'boolean', short: 'h' } } as const;
const WIDTH = 24;

/** Where the program was called. */
type Caller = Omit<Call, 'args' | 'options'>;

export async function runProgram(words: readonly string[], given: Caller): Promise<ExitCode> {
  const caller = { ...given, output: plainOutput(given.output) };
  const { output, signal } = caller;
  const [name = '--help', ...rest] = words;
  try {
    if (name === '--help' || name === '-h' || name === 'help') return await printHelp(rest[0], caller);
    if (name === '--version') return await printVersion(caller);
    const command = await findCommand(name);
    const { args, options } = readWords(name, command, rest);
    if (options['help'] === true) return await printHelp(name, caller);
    return await command.run({ ...caller, args, options });
  } catch (error) {
    if (signal.aborted) output.note('Stopped.');
    else if (error instanceof CommandRefused) output.note(error.message);
    else output.note(`Couldn’t finish: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return EXIT.refused;
  }
}

async function findCommand(name: string): Promise<Command> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new CommandRefused(`There is no command “${name}”.${hintFor(name, Object.keys(COMMANDS))} See: lessonwright --help`);
  return load();
}

function hintFor(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === null ? '' : ` Did you mean “${meant}”?`;
}

function readWords(name: string, command: Command, words: readonly string[]): Pick<Call, 'args' | 'options'> {
  const options = { ...command.options, ...HELP };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { args: positionals, options: values };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new CommandRefused(`${wrongOption(error, options)} See: lessonwright ${name} --help`);
  }
}

/** What is wrong with an option, which Node says in sentences about its own syntax. */
function wrongOption(error: Error & { code?: string }, options: ParseArgsOptionsConfig): string {
  const [, dashes = '', option = ''] = /'(?:-\w, )?(--?)([^'\s]*)/.exec(error.message) ?? [];
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no option “${dashes}${option}”.${hintFor(option, Object.keys(options)).replace('“', '“--')}`;
  return options[option]?.type === 'string' ? `--${option} needs a value.` : `--${option} takes no value.`;
}

async function printHelp(name: string | undefined, { output }: Caller): Promise<ExitCode> {
  if (name === undefined) {
    output.print('Works on lessons in a clone of their content repository.\n');
    output.print('Usage: lessonwright <command> [options]\n');
    for (const [each, load] of Object.entries(COMMANDS)) output.print(`  ${each.padEnd(WIDTH)}${(await load()).help}`);
    output.print('\nHelp of a command: lessonwright <command> --help');
  } else {
    const { usage, help, options, optionHelp } = await findCommand(name);
    output.print(`${help}\n\nUsage: lessonwright ${name} ${usage}`.trimEnd());
    const lines = optionLines(options, optionHelp);
    if (lines.length > 0) output.print(`\n${lines.join('\n')}`);
  }
  output.print('\nEnds with 0 if nothing was found, 1 if something was, and 2 if it couldn’t do its work.');
  return EXIT.done;
}

function optionLines(options: ParseArgsOptionsConfig, optionHelp: Command['optionHelp']): string[] {
  return Object.entries(options).map(([option, { type, short }]) => {
    const names = `${short === undefined ? '' : `-${short}, `}--${option}${type === 'string' ? ' <value>' : ''}`;
    return `  ${names.padEnd(WIDTH)}${optionHelp[option] ?? ''}`;
  });
}

async function printVersion({ output }: Caller): Promise<ExitCode> {
  const { readFileSync } = await import('node:fs');
  const text = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  output.print((JSON.parse(text) as { version: string }).version);
  return EXIT.done;
}
