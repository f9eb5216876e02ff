/** Texts of terminals, for authors. */
export const MESSAGES = {
  notCli: 'Only lessons of the command line have a terminal.',
  noScreen: 'This lesson has no code screen, so it has no terminal. Add a code screen first.',
  noTerminal: 'There is no such terminal.',
  noChecked: 'This screen has no open terminal to check. Open its terminal, and check again.',
  runnerGone: 'The runner went away, and the terminal with it. Restart the terminal.',
} as const;
