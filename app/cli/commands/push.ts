import type { Command } from '../command.ts';

export const pushCommand: Command = {
  usage: '',
  help: 'Commits the changed files of lessons, courses and paths, and pushes them to the release.',
  options: { message: { type: 'string', short: 'm' } },
  optionHelp: { message: 'The message of the commit.' },
  run: async (call) => (await import('../clone/push-release.ts')).pushChanges(call),
};
