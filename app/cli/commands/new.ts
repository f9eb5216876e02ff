import type { Command } from '../command.ts';

export const newCommand: Command = {
  usage: '<lesson|course|path|content> <name>',
  help: 'Writes the files of a new lesson, course or path, or of an empty content repository.',
  options: { number: { type: 'string' }, language: { type: 'string' }, template: { type: 'string' }, author: { type: 'string' } },
  optionHelp: {
    number: 'Its number, instead of the one after the highest.',
    language: 'The language of a lesson’s code, or none.',
    template: 'The screens of a lesson: explain-try-check (the default), worked-example, predict-run-explain or none.',
    author: 'The author of a lesson, instead of the name in the settings of git.',
  },
  run: async (call) => (await import('../new/write-new.ts')).writeNew(call),
};
