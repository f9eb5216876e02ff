import { z } from 'zod';
import { Check } from '#features/runs/contract/runs.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { CheckResult } from '#platform/contract/run-outcome.ts';

/**
 * Status of a screen test. `Run Error`: the code could not be run; `Internal Error`: the test could not be judged, which is a bug
 * of ours.
 */
export const TestStatus = z.enum(['Not scheduled', 'Scheduled to run', 'Running', 'Done', 'Run Error', 'Internal Error']);
export type TestStatus = z.infer<typeof TestStatus>;

/** The result of the last run of a test, compared with the expected one. */
export const TestResult = z.object({
  timestamp: z.string(),
  /** True: the run gave the expected result. */
  test_passes: z.boolean(),
  /** One of the two specified sentences, or why there is no result. */
  message: z.string(),
  /** The actual result if it differs, for the author to accept. */
  run_pass: z.boolean().nullable(),
  run_results: z.array(CheckResult),
});
export type TestResult = z.infer<typeof TestResult>;

/** A stored submission with its expected result. */
export const ScreenTest = z.object({
  id: z.number().int(),
  description: z.string(),
  code: z.string(),
  /** The test of the answer, which must pass. Its code is always the screen's answer. */
  is_default: z.boolean(),
  /** Only compares pass or fail. */
  is_boolean_test: z.boolean(),
  /** The lines that its code reads; empty: those of the screen. */
  inputs: z.string(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  lesson_id: z.number().int(),
  /** The expected result of the run and of each checker. */
  test_pass: z.boolean(),
  results: z.array(CheckResult),
  test_result: TestResult.nullable(),
  status: TestStatus,
});
export type ScreenTest = z.infer<typeof ScreenTest>;

/** How the last run of a test ended, for the marks of an outline: without its code and results. */
export const TestState = ScreenTest.pick({ id: true, screen_id: true, status: true }).extend({
  test_result: TestResult.pick({ test_passes: true }).nullable(),
});
export type TestState = z.infer<typeof TestState>;

/** The answer must pass its own checks, and the initial code must fail them. Null: not known. */
export const ScreenGate = z.object({
  answer_passes: z.boolean().nullable(),
  initial_fails: z.boolean().nullable(),
  /** Warnings for the screen's banner; empty: none. */
  warnings: z.array(z.string()),
  /** The revision of the screen that this is about. */
  revision: z.number().int(),
  /** It was checked, but something else than the screen has changed since, such as a file or a package: nothing is known. */
  is_outdated: z.boolean(),
});
export type ScreenGate = z.infer<typeof ScreenGate>;

/** A checker's result that a test expects. Only the given parts are compared. */
const ExpectedResult = CheckResult.partial();
export type ExpectedResult = z.infer<typeof ExpectedResult>;
/** A test that failed in a run of many, without its code. */
export const FailedTest = ScreenTest.omit({ code: true, results: true });
export type FailedTest = z.infer<typeof FailedTest>;

/** What came of the tests of several lessons. */
export const LessonsTested = z.object({
  /** The lessons that were found, in the given order. `tests`: how many they have. */
  lessons: z.array(z.object({ id: z.number().int(), sequence: z.number().int(), title: z.string(), tests: z.number().int() })),
  /** Tests that ran to their end: all of them unless it was stopped. */
  run: z.number().int(),
  failed: z.array(FailedTest),
});
export type LessonsTested = z.infer<typeof LessonsTested>;

/** Most lessons that are tested in one call. */
export const TESTED_LESSONS_MAX = 1_000;

const screenParams = z.object({ lessonId: Id, screenId: Id });
const testId = z.object({ testId: RowId });
const description = z.string().trim().max(LIMITS.messageMax);

export const screenTestRoutes = {
  loadScreenTests: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/load-screen-tests',
    summary: 'Returns the tests of a screen, by id',
    access: 'signed-in',
    params: screenParams,
    body: z.object({}).optional(),
    reply: z.array(ScreenTest),
    errors: ['not_found'],
  }),
  saveScreenTest: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/save-screen-test',
    summary: 'Saves a submission with the results of all its checks as a test',
    access: 'signed-in',
    params: screenParams,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      code: z.string().max(LIMITS.textMax),
      /** `checks.custom` of the run to keep. */
      checkOutput: Check.extend({ results: z.array(ExpectedResult).max(1_000) }),
      /** Whether that run passed all its checks; absent: as the custom check alone says. */
      test_pass: z.boolean().optional(),
      description: description.default(''),
      is_boolean_test: z.boolean().default(false),
    }),
    reply: ScreenTest,
    errors: ['not_found', 'refused'],
  }),
  updateScreenTest: route({
    method: 'POST',
    path: '/api/lesson/update-screen-test',
    summary: 'Changes a test and its expected result',
    access: 'signed-in',
    bodyLimit: 4 * 1024 * 1024,
    body: testId.extend({
      description: description.optional(),
      is_boolean_test: z.boolean().optional(),
      inputs: z.string().max(LIMITS.textMax).optional(),
      runResult: z.object({ test_pass: z.boolean(), results: z.array(ExpectedResult).max(1_000) }).optional(),
    }),
    reply: ScreenTest,
    errors: ['not_found', 'refused'],
  }),
  deleteScreenTest: route({
    method: 'POST',
    path: '/api/lesson/delete-screen-test',
    summary: 'Deletes a test. Returns the remaining tests of its screen',
    access: 'signed-in',
    body: testId,
    reply: z.array(ScreenTest),
    errors: ['not_found', 'refused'],
  }),
  runScreenTest: route({
    method: 'POST',
    path: '/api/run-screen-test',
    summary: 'Runs a test; returns it finished, or with its status if it takes longer than a few seconds',
    access: 'signed-in',
    servedBy: 'person',
    perMinute: 600,
    body: z.object({
      screenTestId: RowId,
      /** One of several tests that a page runs together: the end of the last one is notified, with a summary of all. */
      batch: z.object({ id: z.uuid(), size: z.number().int().min(2).max(10_000) }).optional(),
    }),
    reply: ScreenTest,
    errors: ['not_found', 'unavailable'],
  }),
  runLessonTests: route({
    method: 'POST',
    path: '/api/lessons/run-tests',
    summary: 'Runs all tests of several lessons and reports progress. When it is stopped, returns what has run until then',
    access: 'signed-in',
    servedBy: 'person',
    body: z.object({
      lesson_ids: z.array(RowId).min(1).max(TESTED_LESSONS_MAX),
      operation_id: OperationId.optional(),
    }),
    reply: LessonsTested,
    errors: ['refused'],
  }),
  stopScreenTest: route({
    method: 'POST',
    path: '/api/stop-screen-test',
    summary: 'Stops the run of a test',
    access: 'signed-in',
    servedBy: 'person',
    body: z.object({ screenTestId: RowId }),
    reply: ScreenTest,
    errors: ['not_found'],
  }),
  listLessonTests: route({
    method: 'GET',
    path: '/api/lesson/{id}/tests',
    queue: 'heavy',
    summary: 'Returns the tests of all screens of a lesson, by id; every code screen with an answer has its default test',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.array(ScreenTest),
    errors: ['not_found'],
  }),
  listTestStates: route({
    method: 'GET',
    path: '/api/lesson/{id}/tests/states',
    queue: 'heavy',
    summary: 'Returns how the last run of each test of a lesson ended, without code and results',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.array(TestState),
    errors: ['not_found'],
  }),
  getScreenGate: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}/gate',
    summary: 'Returns whether the answer passes its own checks and the initial code fails them',
    access: 'signed-in',
    forAssistants: true,
    params: screenParams,
    reply: ScreenGate,
    errors: ['not_found'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    tests:
      /** A screen test of the lesson has changed state. */
      | { type: 'test'; test: ScreenTest }
      /** The answer was checked against its own checks. */
      | { type: 'gate'; screen_id: number; gate: ScreenGate };
  }
}
