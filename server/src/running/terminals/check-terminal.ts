/** Checks a terminal: its commands, its output, and the state of its sandbox. */

import { DEFAULT_RUN_LIMITS, type TerminalCheckRequest } from '#contract/runner-protocol.ts';
import type { Check, CheckResult, RunOutcome } from '#contract/runs.ts';
import type { ScreenFields } from '#contract/screens.ts';
import { checkValue } from '#server/running/runs/check-value.ts';
import { splitTerminalText } from './terminal-lines.ts';

/** The fields of a screen that check a terminal. */
export type CheckedFields = Pick<ScreenFields, 'check_val' | 'check_scope' | 'custom_check_code'>;

/** The reply of `POST /api/cli/check_answer`. */
export interface TerminalVerdict {
  success: boolean;
  value: { enabled: boolean; success: boolean | null; feedback: string | null };
  custom: { enabled: boolean; success: boolean | null; results: CheckResult[]; error: string | null };
}

/**
 * The value check looks at commands and output, the custom check at the sandbox's actual state. A disabled check is
 * null. Success means that no enabled check failed or could not run.
 *
 * @param runCustomCheck Runs the custom check in the terminal.
 */
export async function checkTerminal(
  { fields, isCustom, lines }: { fields: CheckedFields; isCustom: boolean; lines: readonly string[] },
  runCustomCheck: (request: TerminalCheckRequest) => Promise<RunOutcome>,
): Promise<TerminalVerdict> {
  const pattern = fields.check_val ?? '';
  const check = pattern === '' ? null : await checkValue({ pattern, scope: fields.check_scope, ...splitTerminalText(lines) });
  const value = { enabled: check !== null, success: check?.pass ?? null, feedback: check ? feedbackOf(check) : null };
  const hasCustom = isCustom && fields.custom_check_code.trim() !== '';
  const custom = hasCustom
    ? customOf(
        await runCustomCheck({
          checks: { custom: fields.custom_check_code, legacy: null, unit: null, answer_code: '' },
          terminal_lines: [...lines],
          limits: DEFAULT_RUN_LIMITS,
        }),
      )
    : { enabled: false, success: null, results: [], error: null };
  return { success: [value, custom].every(({ enabled, success }) => !enabled || success === true), value, custom };
}

function customOf({ custom, error }: RunOutcome): TerminalVerdict['custom'] {
  const problem = custom?.error?.traceback ?? (custom === null ? (error?.message ?? 'The check did not report a result.') : null);
  const results = custom?.results ?? [];
  // A skipped check says nothing about the terminal.
  const passed = results.every(({ pass, counts }) => pass || counts === false);
  return { enabled: true, success: problem === null ? passed : null, results, error: problem };
}

function feedbackOf(check: Check): string | null {
  return check.results.find(({ pass }) => !pass)?.feedback ?? null;
}
