import type { Command } from '../command.ts';
import { REPORT } from './report-options.ts';

export const examineCommand: Command = {
  usage: '[path…]',
  help: 'Examines whether the checks of lessons accept wrong answers or refuse right ones.',
  options: {
    repeats: { type: 'string' },
    ...REPORT.options,
  },
  choices: REPORT.choices,
  optionHelp: {
    repeats: 'How often each answer runs: 10 if absent.',
    ...REPORT.optionHelp,
  },
  run: async (call) => (await import('../check/examine-clone.ts')).examineClone(call),
};
