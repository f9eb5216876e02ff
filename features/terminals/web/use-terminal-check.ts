import { useState } from 'react';
import type { RouteReply } from '#platform/contract/route.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import type { terminalRoutes } from '../contract.ts';
import { TERMINAL_MESSAGES } from './messages.ts';
import type { TerminalDraft } from './terminal-props.ts';

export type TerminalVerdict = RouteReply<typeof terminalRoutes.checkTerminal>;

/** The checks: not run, running, or their result; `error`: why they could not be run. */
export interface CheckView {
  readonly isChecking: boolean;
  readonly verdict: TerminalVerdict | null;
  readonly error: string | null;
}

/** When the call fails, the value and the custom check count as enabled with an unknown result. */
export const UNKNOWN_VERDICT: TerminalVerdict = {
  success: false,
  value: { enabled: true, success: null, feedback: null },
  custom: { enabled: true, success: null, results: [], error: null },
  unit: { enabled: false, success: null, results: [], error: null },
};

/** Checks the terminal of a screen. */
export function useTerminalCheck(screenId: number): {
  view: CheckView;
  check: (lines: string[], draft: Omit<TerminalDraft, 'setup_code' | 'runs_after'>) => Promise<void>;
  clear: () => void;
} {
  const [view, setView] = useState<CheckView>({ isChecking: false, verdict: null, error: null });
  return {
    view,
    check: async (lines, draft) => {
      setView((before) => ({ ...before, isChecking: true }));
      try {
        const verdict = await api.checkTerminal({ body: { screen_id: screenId, terminal_lines: lines, draft } });
        setView({ isChecking: false, verdict, error: null });
      } catch (error) {
        setView({ isChecking: false, verdict: UNKNOWN_VERDICT, error: errorText(error, TERMINAL_MESSAGES.checkFailed) });
      }
    },
    clear: () => setView({ isChecking: false, verdict: null, error: null }),
  };
}
