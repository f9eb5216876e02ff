import type { Command } from '../command.ts';
import { REPORT } from './report-options.ts';

export const checkCommand: Command = {
  usage: '[path…]',
  help: 'Checks lessons, courses and paths, and runs the answers and tests of lessons.',
  options: {
    'no-run': { type: 'boolean' },
    links: { type: 'boolean' },
    changed: { type: 'boolean' },
    ...REPORT.options,
  },
  choices: REPORT.choices,
  optionHelp: {
    'no-run': 'Runs no code.',
    links: 'Requests links to other sites.',
    changed: 'Checks only what differs from the last commit.',
    ...REPORT.optionHelp,
  },
  run: async (call) => (await import('../check/check-clone.ts')).checkClone(call),
};
