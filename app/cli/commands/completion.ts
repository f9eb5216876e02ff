import type { Command } from '../command.ts';

/** @param commands What is completed. */
export const completionCommand = (commands: Readonly<Record<string, () => Promise<Command>>>): Command => ({
  usage: '<bash|zsh|fish>',
  help: 'Prints what a shell needs to complete commands and options.',
  options: {},
  optionHelp: {},
  run: async (call) => (await import('../completion/print-completion.ts')).printCompletion(call, commands),
});
