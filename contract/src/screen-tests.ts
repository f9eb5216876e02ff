import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { Id, RowId, route } from './route.ts';
import { Check, CheckResult } from './runs.ts';

/**
 * A run of a screen test (B §4, B §9). `Run Error`: the code could not be run; `Internal Error`: the test could not be
 * judged, which is ours to mend.
 */
export const TestStatus = z.enum(['Not scheduled', 'Scheduled to run', 'Running', 'Done', 'Run Error', 'Internal Error']);
export type TestStatus = z.infer<typeof TestStatus>;

/** What the last run of a test gave, held against what it must give. */
export const TestResult = z.object({
  timestamp: z.string(),
  /** True: the run gave what the test says. */
  test_passes: z.boolean(),
  /** One of B §4's two sentences, or why there is no result. */
  message: z.string(),
  /** What the run gave where it differs: for the author to take over. */
  run_pass: z.boolean().nullable(),
  run_results: z.array(CheckResult),
});
export type TestResult = z.infer<typeof TestResult>;

/** A stored submission with the result that it must give (B §3, product §6). */
export const ScreenTest = z.object({
  id: z.number().int(),
  description: z.string(),
  code: z.string(),
  /** Made from the answer code; must pass. Its code is the screen's answer, always. */
  is_default: z.boolean(),
  /** Compares only pass or fail. */
  is_boolean_test: z.boolean(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  lesson_id: z.number().int(),
  /** What the run must come to, and what each checker must say. */
  test_pass: z.boolean(),
  results: z.array(CheckResult),
  test_result: TestResult.nullable(),
  status: TestStatus,
});
export type ScreenTest = z.infer<typeof ScreenTest>;

/** Product §6: the answer must pass its own checks, and the initial code must fail them. Null: not looked at yet. */
export const ScreenGate = z.object({
  answer_passes: z.boolean().nullable(),
  initial_fails: z.boolean().nullable(),
  /** What is wrong, for the screen's banner; empty: nothing. */
  warnings: z.array(z.string()),
  /** The revision of the screen that was looked at. */
  revision: z.number().int(),
});
export type ScreenGate = z.infer<typeof ScreenGate>;

const screenParams = z.object({ lessonId: Id, screenId: Id });
const testId = z.object({ testId: RowId });
const description = z.string().trim().max(LIMITS.messageMax);

export const screenTestRoutes = {
  loadScreenTests: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/load-screen-tests',
    summary: 'The tests of a screen, by id',
    access: 'signed-in',
    params: screenParams,
    body: z.object({}).optional(),
    reply: z.array(ScreenTest),
    errors: ['not_found'],
  }),
  saveScreenTest: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/save-screen-test',
    summary: 'Saves a submission with the verdict of all its checks as a test',
    access: 'signed-in',
    params: screenParams,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      code: z.string().max(LIMITS.textMax),
      /** `checks.custom` of the run that is kept (product §12). */
      checkOutput: Check,
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
    summary: 'Changes what a test says and what it must give',
    access: 'signed-in',
    bodyLimit: 4 * 1024 * 1024,
    body: testId.extend({
      description: description.optional(),
      is_boolean_test: z.boolean().optional(),
      runResult: z.object({ test_pass: z.boolean(), results: z.array(CheckResult).max(1_000) }).optional(),
    }),
    reply: ScreenTest,
    errors: ['not_found', 'refused'],
  }),
  deleteScreenTest: route({
    method: 'POST',
    path: '/api/lesson/delete-screen-test',
    summary: 'Deletes a test. Answers the tests that remain on its screen',
    access: 'signed-in',
    body: testId,
    reply: z.array(ScreenTest),
    errors: ['not_found', 'refused'],
  }),
  runScreenTest: route({
    method: 'POST',
    path: '/api/run-screen-test',
    summary: 'Runs a test; answers it finished, or with its status if it takes longer than a few seconds',
    access: 'signed-in',
    perMinute: 600,
    body: z.object({ screenTestId: RowId }),
    reply: ScreenTest,
    errors: ['not_found', 'unavailable'],
  }),
  stopScreenTest: route({
    method: 'POST',
    path: '/api/stop-screen-test',
    summary: 'Stops the run of a test',
    access: 'signed-in',
    body: z.object({ screenTestId: RowId }),
    reply: ScreenTest,
    errors: ['not_found'],
  }),
  listLessonTests: route({
    method: 'GET',
    path: '/api/lesson/{id}/tests',
    summary: 'The tests of all screens of a lesson, by id; every code screen with an answer has its default test',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.array(ScreenTest),
    errors: ['not_found'],
  }),
  getScreenGate: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}/gate',
    summary: 'Whether the answer passes its own checks and the initial code fails them',
    access: 'signed-in',
    params: screenParams,
    reply: ScreenGate,
    errors: ['not_found'],
  }),
};
