/** Runs a screen test and describes its end. */

import type { ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import type { RunResult } from '#features/runs/contract/runs.ts';
import { AppError } from '#platform/server/errors.ts';
import type { TestResult } from '../contract/screen-tests.ts';
import { compareResults } from './compare-results.ts';
import { MESSAGES } from './messages.ts';

interface TestEnd {
  status: 'Done' | 'Run Error' | 'Internal Error';
  result: TestResult;
}

/**
 * Runs a test and compares the result with the expected one. Every problem is an end of the test too: `Run Error` if
 * there was nothing to judge, `Internal Error` (passed to `onInternalError`) if judging failed.
 */
export async function runTest(
  test: ScreenTestContent,
  run: () => Promise<RunResult>,
  signal: AbortSignal,
  onInternalError: (error: unknown) => void,
): Promise<TestEnd> {
  try {
    const result = await run();
    if (signal.aborted) return failure('Run Error', MESSAGES.stopped);
    if (result.check_error) return failure('Run Error', MESSAGES.checkIsWrong(result.check_error.message));
    const comparison = compareResults(test, result);
    const message = comparison.test_passes ? MESSAGES.matches : MESSAGES.differs;
    return { status: 'Done', result: { timestamp: now(), message, ...comparison } };
  } catch (error) {
    if (signal.aborted) return failure('Run Error', MESSAGES.stopped);
    if (error instanceof AppError) return failure('Run Error', error.message);
    onInternalError(error);
    return failure('Internal Error', MESSAGES.failed);
  }
}

function failure(status: 'Run Error' | 'Internal Error', message: string): TestEnd {
  return { status, result: { timestamp: now(), message, test_passes: false, run_pass: null, run_results: [] } };
}

function now(): string {
  return new Date().toISOString();
}
