import type { Command } from '../command.ts';

export const examineCommand: Command = {
  usage: '[path…]',
  help: 'Examines whether the checks of lessons accept wrong answers or refuse right ones.',
  options: {
    repeats: { type: 'string' },
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'fail-on': { type: 'string' },
  },
  optionHelp: {
    repeats: 'How often each answer runs: 10 if absent.',
    format: 'text (the default), json or sarif.',
    output: 'A file for the result, instead of the terminal.',
    'fail-on': 'The least severity that ends with 1: error, warning (the default) or note.',
  },
  run: async (call) => (await import('../check/examine-clone.ts')).examineClone(call),
};
