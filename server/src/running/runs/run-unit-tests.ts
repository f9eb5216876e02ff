/** Runs the unit tests of a screen on a submission: in a sandbox of their own, in which nothing of the learner's has run before. */

import { UNIT_FRAMEWORK_LABELS, testFileOf, unitTestsOf } from '#contract/unit-tests.ts';
import type { RunnerRunRequest } from '#contract/runner-protocol.ts';
import type { InsideCheck, RunOutcome } from '#contract/runs.ts';
import type { ActiveRuns, Signals } from './active-runs.ts';
import { sendToRunner } from './send-to-runner.ts';
import { MESSAGES } from './messages.ts';
import type { RunContext } from './run-context.ts';

/** The request that runs the unit tests of a screen; null: it has none. A string: why they can't run. */
export function unitTestRequest(context: RunContext, code: string, request: RunnerRunRequest): RunnerRunRequest | string | null {
  const plan = unitTestsOf(context.lesson.language, context.fields);
  if (plan === null) return null;
  const { framework, module } = plan;
  if (module === null) return MESSAGES.noUnitModule(UNIT_FRAMEWORK_LABELS[framework]);
  const unit = {
    framework,
    module,
    submission: code,
    // Code that may fail would end the module before the submission.
    before: [...request.earlier.flatMap((cell) => (cell.may_fail ? [] : [cell.code])), ...request.preamble],
    file: testFileOf(module),
    code: context.fields.unit_test_code,
  };
  return {
    ...request,
    id: `${request.id}-unit`,
    earlier: [],
    preamble: [],
    code: '',
    // A file of the lesson may have the name of the module, where learners edit that file.
    files: context.files.filter(({ name }) => name !== module && name !== unit.file),
    values: [],
    checks: { custom: null, legacy: null, answer_code: '', unit },
    session: null,
    deploy: false,
    wants_files: false,
    keep_seconds: 0,
  };
}

/**
 * Adds the results of a screen's unit tests to the outcome of its code. Code that met a limit isn't tested.
 */
export async function withUnitTests(
  runs: Pick<ActiveRuns, 'platform'>,
  runnerName: string,
  { context, code }: { readonly context: RunContext; readonly code: string },
  request: RunnerRunRequest,
  ended: { readonly outcome: RunOutcome; readonly stopped: boolean },
  signals: Signals,
): Promise<{ outcome: RunOutcome; stopped: boolean }> {
  const wanted = ended.stopped || request.deploy ? null : unitTestRequest(context, code, request);
  if (wanted === null || ended.outcome.limit !== null) return ended;
  if (typeof wanted === 'string') return { ...ended, outcome: { ...ended.outcome, unit: unitError(wanted) } };
  const tested = await sendToRunner(runs, runnerName, wanted, signals, () => undefined);
  return { outcome: { ...ended.outcome, unit: tested.outcome.unit }, stopped: tested.stopped };
}

function unitError(message: string): InsideCheck {
  const name = 'Unit tests';
  return { results: [], error: { name, message, line: null, column: null, traceback: `${name}: ${message}` } };
}
