import type { Command } from '../command.ts';

export const proposeCommand: Command = {
  usage: '[path]',
  help: 'Sends the edits of a screen or lesson as proposals, and prints what was shown of each.',
  options: { reason: { type: 'string' }, list: { type: 'boolean' }, server: { type: 'string' } },
  optionHelp: {
    reason: 'Why, in a sentence: authors read it beside the change.',
    list: 'Lists your proposals that wait, instead of sending any.',
    server: 'The address of the server. Left out: the one in LESSONWRIGHT_SERVER.',
  },
  run: async (call) => (await import('../propose/propose-edits.ts')).proposeEdits(call),
};
