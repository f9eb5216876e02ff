/** Runs the unit tests of a screen on a submission: in their own sandbox, in which nothing of the learner's has run before. */

import { isTerminal } from '#platform/contract/languages.ts';
import type { InsideCheck, RunOutcome } from '#platform/contract/run-outcome.ts';
import type { RunnerRunRequest, UnitTests } from '#platform/contract/runner-protocol.ts';
import { isTestHelper, testFileOf, UNIT_FRAMEWORK_LABELS, type UnitFramework, unitTestsOf } from '#platform/contract/unit-tests.ts';
import type { BlobStore } from '#platform/server/blobs.ts';
import type { ActiveRuns, Signals } from './active-runs.ts';
import { MESSAGES } from './messages.ts';
import type { RunContext } from './run-context.ts';
import { sendToRunner } from './send-to-runner.ts';

/** The request that runs the unit tests of a screen; null: it has none. A string: why they can't run. */
export async function unitTestRequest(
  blobs: BlobStore,
  context: RunContext,
  code: string,
  request: RunnerRunRequest,
): Promise<RunnerRunRequest | string | null> {
  const plan = unitTestsOf(context.lesson.language, context.fields);
  if (plan === null) return null;
  const { framework, module } = plan;
  if (module === null) return MESSAGES.noUnitModule(UNIT_FRAMEWORK_LABELS[framework]);
  const isShell = isTerminal(context.lesson.language);
  const unit = {
    framework,
    module,
    submission: code,
    before: isShell ? [] : [...request.earlier.map((cell) => cell.code), ...request.preamble],
    earlier_count: isShell ? 0 : request.earlier.length,
    file: testFileOf(module, framework),
    code: context.fields.unit_test_code,
    helpers: await helpersOf(blobs, framework, context.files),
  };
  return {
    ...request,
    id: `${request.id}-unit`,
    // Scripts prepare the work folder, beside the submission.
    earlier: isShell ? request.earlier : [],
    preamble: isShell ? request.preamble : [],
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

/** Files of a lesson that its tests load. */
export async function helpersOf(
  blobs: BlobStore,
  framework: UnitFramework,
  files: readonly { readonly name: string; readonly sha256: string }[],
): Promise<UnitTests['helpers']> {
  const found = files.filter(({ name }) => isTestHelper(framework, name));
  return Promise.all(found.map(async ({ name, sha256 }) => ({ name, text: Buffer.from(await blobs.get(sha256)).toString('utf8') })));
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
  const wanted = ended.stopped || request.deploy ? null : await unitTestRequest(runs.platform.blobs, context, code, request);
  if (wanted === null || ended.outcome.limit !== null) return ended;
  if (typeof wanted === 'string') return { ...ended, outcome: { ...ended.outcome, unit: unitError(wanted) } };
  const tested = await sendToRunner(runs, runnerName, wanted, signals, () => undefined);
  // A script that the tests run with arguments may fail without them.
  const error = isTerminal(context.lesson.language) && ended.outcome.error?.name === 'ExitCode' ? null : ended.outcome.error;
  return { outcome: { ...ended.outcome, error, unit: tested.outcome.unit }, stopped: tested.stopped };
}

function unitError(message: string): InsideCheck {
  const name = 'Unit tests';
  return { results: [], error: { name, message, line: null, column: null, traceback: `${name}: ${message}` } };
}
