import type { Command } from '../command.ts';

export const checkCommand: Command = {
  usage: '[path…]',
  help: 'Checks lessons, courses and paths, and runs the answers and tests of lessons.',
  options: {
    'no-run': { type: 'boolean' },
    links: { type: 'boolean' },
    changed: { type: 'boolean' },
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'fail-on': { type: 'string' },
    server: { type: 'string' },
  },
  optionHelp: {
    'no-run': 'Runs no code.',
    links: 'Requests links to other sites.',
    changed: 'Checks only what differs from the last commit.',
    format: 'text (the default), json or sarif.',
    output: 'A file for the result, instead of the terminal.',
    'fail-on': 'The least severity that ends with 1: error, warning (the default) or note.',
    server: 'Runs code there, with the token in LESSONWRIGHT_TOKEN, instead of on this machine.',
  },
  run: async (call) => (await import('../check/check-clone.ts')).checkClone(call),
};
