/** Checks a terminal: its commands, its output, and the state of its sandbox. */

import type { Check } from '#features/runs/contract/runs.ts';
import { checkValue, MESSAGES, helpersOf } from '#features/runs/server/index.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { CheckResult, InsideCheck, RunOutcome } from '#platform/contract/run-outcome.ts';
import { DEFAULT_RUN_LIMITS, type TerminalCheckRequest, type UnitTests } from '#platform/contract/runner-protocol.ts';
import { testFileOf, UNIT_FRAMEWORK_LABELS, unitTestsOf } from '#platform/contract/unit-tests.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import { splitTerminalText } from './terminal-lines.ts';

/** The fields of a screen that check a terminal. */
export type CheckedFields = Pick<
  ScreenFields,
  'answer_code' | 'check_val' | 'check_scope' | 'custom_check_code' | 'unit_test_code' | 'unit_test_framework' | 'unit_test_module'
>;

/** The reply of `POST /api/cli/check_answer`. */
export interface TerminalVerdict {
  success: boolean;
  value: { enabled: boolean; success: boolean | null; feedback: string | null };
  custom: InsideVerdict;
  /** Unit tests of a file that was written in the terminal. */
  unit: InsideVerdict;
}

interface InsideVerdict {
  enabled: boolean;
  success: boolean | null;
  results: CheckResult[];
  error: string | null;
}

const OFF: InsideVerdict = { enabled: false, success: null, results: [], error: null };

/** A terminal that is checked: its screen, the lines that it shows, and the files of the screen, which unit tests load. */
export interface CheckedTerminal {
  readonly language: Language;
  readonly fields: CheckedFields;
  readonly isCustom: boolean;
  readonly lines: readonly string[];
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/**
 * The value check looks at commands and output, custom check and unit tests at the sandbox's actual state. A disabled check is
 * null. Success means that no enabled check failed or could not run.
 *
 * @param runChecks Runs the custom check and the unit tests in the terminal.
 */
export async function checkTerminal(
  blobs: Pick<BlobStore, 'get'>,
  { language, fields, isCustom, lines, files }: CheckedTerminal,
  runChecks: (request: TerminalCheckRequest) => Promise<RunOutcome>,
): Promise<TerminalVerdict> {
  const pattern = fields.check_val ?? '';
  const valueCheck = { pattern, scope: fields.check_scope, language, answer: fields.answer_code, ...splitTerminalText(lines) };
  const check = pattern === '' ? null : await checkValue(valueCheck);
  const value = { enabled: check !== null, success: check?.pass ?? null, feedback: check ? feedbackOf(check) : null };
  const hasCustom = isCustom && fields.custom_check_code.trim() !== '';
  const wanted = await unitTestsFor(blobs, language, fields, files);
  const isUnit = wanted !== null && typeof wanted !== 'string';
  const outcome =
    hasCustom || isUnit
      ? await runChecks({
          checks: { custom: hasCustom ? fields.custom_check_code : null, legacy: null, unit: isUnit ? wanted : null, answer_code: '' },
          terminal_lines: [...lines],
          limits: DEFAULT_RUN_LIMITS,
        })
      : null;
  const custom = hasCustom && outcome ? verdictOf(outcome, outcome.custom) : OFF;
  const unitProblem = typeof wanted === 'string' ? { ...OFF, enabled: true, error: wanted } : OFF;
  const unit = isUnit && outcome ? verdictOf(outcome, outcome.unit) : unitProblem;
  return { success: [value, custom, unit].every(({ enabled, success }) => !enabled || success === true), value, custom, unit };
}

/** The unit tests of a screen, for a file that was written in its terminal; null: none. A string: why they can't run. */
async function unitTestsFor(
  blobs: Pick<BlobStore, 'get'>,
  language: Language,
  fields: CheckedFields,
  files: CheckedTerminal['files'],
): Promise<UnitTests | string | null> {
  const plan = unitTestsOf(language, fields);
  if (plan === null) return null;
  const { framework, module } = plan;
  if (module === null) return MESSAGES.noUnitModule(UNIT_FRAMEWORK_LABELS[framework]);
  const helpers = await helpersOf(blobs, framework, files);
  return { framework, module, submission: null, before: [], file: testFileOf(module, framework), code: fields.unit_test_code, helpers };
}

function verdictOf({ error }: RunOutcome, check: InsideCheck | null): InsideVerdict {
  const problem = check?.error?.traceback ?? (check === null ? (error?.message ?? 'The check did not report a result.') : null);
  const results = check?.results ?? [];
  // A skipped check says nothing about the terminal.
  const passed = results.every(({ pass, counts }) => pass || counts === false);
  return { enabled: true, success: problem === null ? passed : null, results, error: problem };
}

function feedbackOf(check: Check): string | null {
  return check.results.find(({ pass }) => !pass)?.feedback ?? null;
}
