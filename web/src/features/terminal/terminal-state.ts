import { TERMINAL_MESSAGES } from './messages.ts';

/**
 * The state of the connection to a terminal.
 *
 *     connecting ──▶ open ⇄ reconnecting
 *         │           └──────────┴──▶ ended (the shell or its time) | elsewhere (another window has it)
 *         └──▶ failed (it could not be opened)
 */
export type TerminalState =
  | { readonly kind: 'connecting' | 'open' | 'reconnecting' }
  /** `text`: why, and what can be done. */
  | { readonly kind: 'ended' | 'elsewhere' | 'failed'; readonly text: string };

/** The state in words. */
export function stateText(state: TerminalState): string {
  return 'text' in state ? state.text : TERMINAL_MESSAGES[state.kind];
}
