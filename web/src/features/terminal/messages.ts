import type { TerminalToPage } from '#contract/terminals.ts';

type Exit = Extract<TerminalToPage, { type: 'exit' }>;

/** What this feature tells authors. */
export const TERMINAL_MESSAGES = {
  connecting: 'Connecting…',
  open: 'Connected',
  reconnecting: 'The connection was lost. Connecting again…',
  notOpened: 'The terminal could not be opened. Try again.',
  signedOut: 'You are signed out, so the terminal was disconnected.',
  restartTitle: 'Restart the terminal?',
  restartText:
    'Everything in this terminal is thrown away: its files, its running programs and what it shows. It begins afresh with the setup.',
  checking: 'Checking…',
  checkFailed: 'The checks could not be run. Try again.',
  nothingToCheck: 'Nothing is checked on this screen: it has no value to look for and no custom check.',
  allPassed: 'All checks passed.',
  notPassed: 'Not all checks passed.',
  unknown: 'The result of the checks is unknown.',
} as const;

const ENDS: Record<Exclude<Exit['reason'], 'exit'>, string> = {
  idle: 'The terminal was ended because nothing had been typed for half an hour.',
  total: 'The terminal was ended because it had been open for as long as it may.',
  memory: 'The terminal was ended because it held more memory than it may.',
  stopped: 'The terminal has ended.',
};

/** Why a terminal ended. */
export function endText({ code, reason }: Exit): string {
  if (reason !== 'exit') return ENDS[reason];
  return code === null || code === 0 ? 'The shell has ended.' : `The shell has ended with exit code ${code}.`;
}
