import { TERMINAL_MESSAGES } from './messages.ts';

/**
 * The state of the connection to a terminal.
 *
 *     connecting ──▶ open ⇄ reconnecting
 *         │           └──────────┴──▶ ended (shell or time limit) | elsewhere (another window has it)
 *         └──▶ failed (could not be opened)
 */
export type TerminalState =
  | { readonly kind: 'connecting' | 'open' | 'reconnecting' }
  /** `text`: the reason, and what to do. */
  | { readonly kind: 'ended' | 'elsewhere' | 'failed'; readonly text: string };

/** The state as text. */
export function stateText(state: TerminalState): string {
  return 'text' in state ? state.text : TERMINAL_MESSAGES[state.kind];
}
