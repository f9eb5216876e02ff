/** Texts of terminals, for authors. */
export const MESSAGES = {
  notCli: 'Only command line lessons have a terminal.',
  noScreen: 'This lesson has no code screen, so it has no terminal. Add a code screen first.',
  noTerminal: 'Terminal not found.',
  noChecked: 'This screen has no open terminal. Open it, then check again.',
  runnerGone: 'The connection to the runner was lost, and the terminal has ended. Restart the terminal.',
} as const;
