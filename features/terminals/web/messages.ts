import type { TerminalToPage } from '#platform/contract/terminal-frames.ts';

type Exit = Extract<TerminalToPage, { type: 'exit' }>;

export const TERMINAL_MESSAGES = {
  connecting: 'Connecting…',
  open: 'Connected',
  reconnecting: 'Connection lost. Reconnecting…',
  notOpened: 'Couldn’t open the terminal. Try again.',
  signedOut: 'You are signed out, so the terminal was disconnected.',
  restartTitle: 'Restart the terminal?',
  restartText:
    'This discards everything in this terminal: its files, running programs and output. The terminal starts again with the setup.',
  checkFailed: 'Couldn’t run the checks. Try again.',
  nothingToCheck: 'This screen has no checks: neither a value to look for nor a custom check.',
  allPassed: 'All checks passed.',
  notPassed: 'Not all checks passed.',
  unknown: 'The result of the checks is unknown.',
} as const;

const ENDS: Record<Exclude<Exit['reason'], 'exit'>, string> = {
  idle: 'The terminal was closed because nothing was typed for half an hour.',
  total: 'The terminal was closed because it reached its maximum open time.',
  memory: 'The terminal was closed because it used too much memory.',
  stopped: 'The terminal has ended.',
};

/** Why a terminal ended. */
export function endText({ code, reason }: Exit): string {
  if (reason !== 'exit') return ENDS[reason];
  return code === null || code === 0 ? 'The shell has ended.' : `The shell has ended with exit code ${code}.`;
}
