import type { Command } from '../command.ts';

export const pullCommand: Command = {
  usage: '',
  help: 'Merges what others changed on the server into the clone. Changes that are not committed stay.',
  options: {},
  optionHelp: {},
  run: async (call) => (await import('../clone/pull-release.ts')).pullRelease(call),
};
