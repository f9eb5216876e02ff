import type { Command } from '../command.ts';

export const previewCommand: Command = {
  usage: '[lesson]',
  help: 'Shows a lesson in the browser as its learners see it, and follows what you save.',
  options: { port: { type: 'string' } },
  optionHelp: { port: 'The port on this machine. Left out: 4400, or any free one.' },
  run: async (call) => (await import('../preview/show-preview.ts')).showPreview(call),
};
