import { z } from 'zod';
import { Feature, LanguageName } from '#features/lessons/contract/lessons.ts';
import { ScreenFields } from '#features/screens/contract/screens.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';
import { RunLimit, RunError, EarlierError, CheckResult, RunFile } from '#platform/contract/run-outcome.ts';
import { Variable } from '#platform/contract/variables.ts';

/** What all runners together can run. While they don't respond, nothing is known. */
export const RunnerLanguages = z.object({
  versions: z.partialRecord(LanguageName, z.array(z.string()).readonly()),
  /** Why no code can run; null: some can, or it isn't known. */
  reason: z.string().nullable(),
});
export type RunnerLanguages = z.infer<typeof RunnerLanguages>;

/**
 * Life cycle of a run:
 *
 *     queued ──▶ running ──▶ done
 *        └──────────┴──────▶ stopped | lost
 *
 * `done` has a result (an error in the learner's code is a result); `stopped` was requested; `lost` means that the connection to
 * the runner was lost.
 */
export const RunState = z.enum(['queued', 'running', 'done', 'stopped', 'lost']);
export type RunState = z.infer<typeof RunState>;

const NEXT: Record<RunState, readonly RunState[]> = {
  queued: ['running', 'stopped', 'lost'],
  running: ['done', 'stopped', 'lost'],
  done: [],
  stopped: [],
  lost: [],
};

export function canMoveRun(from: RunState, to: RunState): boolean {
  return NEXT[from].includes(to);
}

/** One kind of check: whether it was requested, whether it passed, and its results. */
export const Check = z.object({ enabled: z.boolean(), pass: z.boolean(), results: z.array(CheckResult) });
export type Check = z.infer<typeof Check>;

export const CHECK_KINDS = ['output', 'variables', 'value', 'custom', 'unit', 'legacy'] as const;
const NO_CHECK: Check = { enabled: false, pass: false, results: [] };
export const Checks = z.object({
  output: Check,
  variables: Check,
  value: Check,
  custom: Check,
  /** Results of earlier versions have none. */
  unit: Check.default(NO_CHECK),
  legacy: Check,
});
export type Checks = z.infer<typeof Checks>;

/** The summary of a run that passed every check. */
export const ALL_PASSED = 'All passed.';

/** What a learner sees for a screen of an assessment: feedback, one verdict, and results by skill. */
export const Grader = z.object({
  answer_checker_feedback: z.string(),
  correct: z.boolean(),
  skill_names: z.array(z.string()),
  skill_results: z.array(z.object({ name: z.string(), points: z.number().int(), correct: z.boolean() })),
});
export type Grader = z.infer<typeof Grader>;

/** The reply of a finished run. `error` is a text for people, or null. */
export const RunResult = z.object({
  status: z.literal('done'),
  code_run_id: z.string(),
  session_id: z.string(),
  runner_name: z.string(),
  output: z.string(),
  stderr: z.string(),
  error: z.string().nullable(),
  error_line: z.number().int().nullable(),
  error_column: z.number().int().nullable(),
  /** Errors of the code of earlier screens, which ended only that code. Results of earlier versions have none. */
  earlier_errors: z.array(EarlierError).default([]),
  images: z.array(z.string()),
  vars: z.array(Variable),
  checks: Checks,
  /** 'All passed.' or 'Wrong answer: N check(s) failed.'; null if nothing was checked. */
  check_summary: z.string().nullable(),
  limit: RunLimit.nullable(),
  /** How much the limit allows: seconds, bytes or a count. */
  limit_at: z.number().nullable(),
  cut: z.array(z.string()),
  /** What the run left in its work folder; only for lessons with the File viewer. */
  files: z.array(RunFile),
  duration_ms: z.number(),
  /** Only for screens of assessments; otherwise null. */
  grader: Grader.nullable(),
  /** An error in the custom check, the unit tests or the legacy check itself, with the line in the check, for its author; null: there is none. */
  check_error: RunError.nullable(),
  /** Address on this server of the application that the run started; null: none is listening. */
  external_ip: z.string().nullable(),
});
export type RunResult = z.infer<typeof RunResult>;

/** The reply of a run that isn't finished: poll with these, or listen. */
export const RunPending = z.object({
  status: z.literal('pending'),
  code_run_id: z.string(),
  session_id: z.string(),
  runner_name: z.string(),
  /** Runs ahead of this one; 0: it is running. */
  queue_position: z.number().int(),
});
export type RunPending = z.infer<typeof RunPending>;

export const RunReply = z.discriminatedUnion('status', [RunResult, RunPending]);
export type RunReply = z.infer<typeof RunReply>;

/** The user's last run on a screen; `stream_id`: its live topic while it is running. */
export const LastRun = z.object({ reply: RunReply, stream_id: z.uuid().nullable() });
export type LastRun = z.infer<typeof LastRun>;

/** Whether a run passed: every requested check passed; without checks, it had no error. */
export function didPass(run: Pick<RunResult, 'check_summary' | 'error'>): boolean {
  return run.check_summary === null ? run.error === null : run.check_summary === ALL_PASSED;
}

export const runRoutes = {
  runCode: route({
    method: 'POST',
    path: '/api/run-code',
    summary: 'Runs and checks code on a screen; returns the result, or what to poll with',
    access: 'signed-in',
    forAssistants: true,
    servedBy: 'person',
    perMinute: 240,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      lesson_id: RowId,
      screen_id: RowId,
      code: z.string().max(1_000_000),
      deploy_code: z.boolean().optional(),
      /** Unsaved fields of the screen, used instead of the saved ones. */
      draft: ScreenFields.partial().optional(),
      /** Chosen by the page: the live topic `run:{stream_id}` reports this run from its start. */
      stream_id: z.uuid().optional(),
    }),
    reply: RunReply,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getCodeRunResults: route({
    method: 'GET',
    path: '/api/code_run_results/{screenId}/{runnerName}/{sessionId}/{codeRunId}',
    summary: 'Returns a run that did not finish immediately',
    access: 'signed-in',
    forAssistants: true,
    servedBy: 'person',
    params: z.object({ screenId: Id, runnerName: z.string().max(100), sessionId: z.string().max(100), codeRunId: z.string().max(100) }),
    reply: RunReply,
    errors: ['not_found', 'unavailable'],
  }),
  getLastRun: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}/last-run',
    summary: 'Returns your last run on a screen, finished or not; null if there is none',
    access: 'signed-in',
    servedBy: 'person',
    params: z.object({ lessonId: Id, screenId: Id }),
    reply: LastRun.nullable(),
    errors: ['not_found'],
  }),
  listRunnerFeatures: route({
    method: 'GET',
    path: '/api/runner-features',
    summary: 'Returns the features of lessons that a runner offers now',
    access: 'signed-in',
    reply: z.array(Feature),
  }),
  getRunnerLanguages: route({
    method: 'GET',
    path: '/api/runner-languages',
    summary: 'Returns the languages that runners can run now, with their versions, and why no code can run',
    access: 'signed-in',
    reply: RunnerLanguages,
  }),
  stopRun: route({
    method: 'POST',
    path: '/api/code-run/{codeRunId}/stop',
    summary: 'Stops your run; its output so far is the result',
    access: 'signed-in',
    forAssistants: true,
    servedBy: 'holder',
    params: z.object({ codeRunId: z.string().max(100) }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
};

/** Events of the topic `run:{stream_id}`. */
export type RunEvent = { code_run_id: string } & (
  | { type: 'queued'; queue_position: number }
  | { type: 'preparing'; text: string }
  | { type: 'started' }
  | { type: 'stdout'; text: string }
  | { type: 'stderr'; text: string }
  | { type: 'finished'; reply: RunReply }
  /** The run ended without a result: it was stopped or its runner was lost. */
  | { type: 'failed'; error: string }
);

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    runs: RunEvent;
  }
}
