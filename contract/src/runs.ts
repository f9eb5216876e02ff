import { z } from 'zod';
import { Id, RowId, route } from './route.ts';
import { ScreenFields } from './screens.ts';
import { Variable } from './variables.ts';

/**
 * Life cycle of a run:
 *
 *     queued ──▶ running ──▶ done
 *        └──────────┴──────▶ stopped | lost
 *
 * `done` has a result (an error in the learner's code is a result); `stopped` was asked for; `lost` means that the
 * runner went away, and says so.
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

/** What ended or cut a run, named for people by the page. */
export const RunLimit = z.enum(['time', 'cpu', 'memory', 'processes', 'disk', 'output']);
export type RunLimit = z.infer<typeof RunLimit>;

/** An error of the code that was run. Lines and columns count from 1; null where unknown. */
export const RunError = z.object({
  name: z.string(),
  message: z.string(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  traceback: z.string(),
});
export type RunError = z.infer<typeof RunError>;

export const CheckResult = z.object({
  name: z.string(),
  pass: z.boolean(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  feedback: z.string().nullable(),
  hints: z.array(z.string()),
  /** The checker of pycheck that spoke (checkers.ts); absent on results of the other kinds, like all that follows. */
  checker_id: z.string().optional(),
  /** The skill that it speaks of, by its name; null: none. */
  tag_id: z.string().nullable().optional(),
  hint: z.string().nullable().optional(),
  /** False: it was skipped, because one that it depends on failed, and says nothing about the submission. */
  counts: z.boolean().optional(),
  has_custom_feedback: z.boolean().optional(),
  has_custom_hints: z.boolean().optional(),
  /** Of the submission's code, from 1. */
  line: z.number().int().nullable().optional(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** One kind of check: whether it was asked for, whether it held, and each judgement in it (product §12). */
export const Check = z.object({ enabled: z.boolean(), pass: z.boolean(), results: z.array(CheckResult) });
export type Check = z.infer<typeof Check>;

export const CHECK_KINDS = ['output', 'variables', 'value', 'custom', 'legacy'] as const;
export const Checks = z.object({ output: Check, variables: Check, value: Check, custom: Check, legacy: Check });
export type Checks = z.infer<typeof Checks>;

/** A file that a run left in its work folder, for lessons with the File viewer (A §9). `content` in base64; null: it is too large. */
export const RunFile = z.object({ name: z.string(), size: z.number().int(), content: z.base64().nullable() });
export type RunFile = z.infer<typeof RunFile>;

/** What checks inside the sandbox said. `error`: the check itself is wrong, which is its author's to mend. */
export const InsideCheck = z.object({ results: z.array(CheckResult), error: RunError.nullable() });
export type InsideCheck = z.infer<typeof InsideCheck>;

/**
 * What running code gave, as the runner tells it. Streams may be cut; `cut` says which.
 *
 * A sql run writes the last result that it had as `output`: a JSON array of rows, each an array, the names of the columns
 * first (result-table.ts). An output that was cut in the middle cannot be parsed, and the page says so (A §8).
 */
export const RunOutcome = z.object({
  output: z.string(),
  stderr: z.string(),
  error: RunError.nullable(),
  /** PNGs in base64, in the order in which they were shown. */
  images: z.array(z.string()),
  vars: z.array(Variable),
  limit: RunLimit.nullable(),
  /** How much the limit allows (run-limits.ts); null: none was met, or it is not known. */
  limit_at: z.number().nullable().default(null),
  cut: z.array(z.enum(['stdout', 'stderr', 'images', 'vars', 'rows', 'files'])),
  duration_ms: z.number(),
  /** Null where they were not asked for, or could not be reached. */
  custom: InsideCheck.nullable(),
  legacy: InsideCheck.nullable(),
  /** Of the session's ports, those on which something listens after the run. */
  listening: z.array(z.number().int()),
  /** Empty unless they were asked for. */
  files: z.array(RunFile),
});
export type RunOutcome = z.infer<typeof RunOutcome>;

/** An outcome of which nothing is known yet: what a run that never began gave. */
export const NO_OUTCOME: RunOutcome = {
  output: '',
  stderr: '',
  error: null,
  images: [],
  vars: [],
  limit: null,
  limit_at: null,
  cut: [],
  duration_ms: 0,
  custom: null,
  legacy: null,
  listening: [],
  files: [],
};

/** B §4, of a run that passed every check. */
export const ALL_PASSED = 'All passed.';

/** What a learner is told of an assessment's screen (B §3): in words, in one, and by skill. */
export const Grader = z.object({
  answer_checker_feedback: z.string(),
  correct: z.boolean(),
  skill_names: z.array(z.string()),
  skill_results: z.array(z.object({ name: z.string(), points: z.number().int(), correct: z.boolean() })),
});
export type Grader = z.infer<typeof Grader>;

/** The reply of a finished run (B §3). `error` is a text for people, or null. */
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
  images: z.array(z.string()),
  vars: z.array(Variable),
  checks: Checks,
  /** 'All passed.' or 'Wrong answer: N check(s) failed.' (B §4); null where nothing was checked. */
  check_summary: z.string().nullable(),
  limit: RunLimit.nullable(),
  /** How much the limit allows: seconds, bytes or a count. */
  limit_at: z.number().nullable(),
  cut: z.array(z.string()),
  /** What the run left in its work folder; lessons with the File viewer only. */
  files: z.array(RunFile),
  duration_ms: z.number(),
  /** Screens of assessments; null elsewhere. */
  grader: Grader.nullable(),
  /** The custom or legacy check itself is wrong: for its author, with the line in the check; null: it is not. */
  check_error: RunError.nullable(),
  /** Where the application is reached that the run started: an address on this server; null: none listens. */
  external_ip: z.string().nullable(),
});
export type RunResult = z.infer<typeof RunResult>;

/** The reply of a run that is not finished yet: poll with these, or listen. */
export const RunPending = z.object({
  status: z.literal('pending'),
  code_run_id: z.string(),
  session_id: z.string(),
  runner_name: z.string(),
  /** Runs in front of this one; 0: it is running. */
  queue_position: z.number().int(),
});
export type RunPending = z.infer<typeof RunPending>;

export const RunReply = z.discriminatedUnion('status', [RunResult, RunPending]);
export type RunReply = z.infer<typeof RunReply>;

/** What one ran last on a screen; `stream_id`: the live topic that tells of it, while it goes on. */
export const LastRun = z.object({ reply: RunReply, stream_id: z.uuid().nullable() });
export type LastRun = z.infer<typeof LastRun>;

/** Whether a run passed: every check that was asked for held; where none was, it had no error. */
export function didPass(run: Pick<RunResult, 'check_summary' | 'error'>): boolean {
  return run.check_summary === null ? run.error === null : run.check_summary === ALL_PASSED;
}

export const runRoutes = {
  runCode: route({
    method: 'POST',
    path: '/api/run-code',
    summary: 'Runs and checks code on a screen; answers the result, or what to poll with',
    access: 'signed-in',
    perMinute: 240,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      lesson_id: RowId,
      screen_id: RowId,
      code: z.string().max(1_000_000),
      deploy_code: z.boolean().optional(),
      /** Unsaved fields of the screen, taken instead of the saved ones (product §5). */
      draft: ScreenFields.partial().optional(),
      /** Chosen by the page: the live topic `run:{stream_id}` tells of this run from its start. */
      stream_id: z.uuid().optional(),
    }),
    reply: RunReply,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getCodeRunResults: route({
    method: 'GET',
    path: '/api/code_run_results/{screenId}/{runnerName}/{sessionId}/{codeRunId}',
    summary: 'A run that was not finished at once',
    access: 'signed-in',
    params: z.object({ screenId: Id, runnerName: z.string().max(100), sessionId: z.string().max(100), codeRunId: z.string().max(100) }),
    reply: RunReply,
    errors: ['not_found', 'unavailable'],
  }),
  getLastRun: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}/last-run',
    summary: "One's own last run on a screen, also one that still goes on; null: there is none",
    access: 'signed-in',
    params: z.object({ lessonId: Id, screenId: Id }),
    reply: LastRun.nullable(),
    errors: ['not_found'],
  }),
  stopRun: route({
    method: 'POST',
    path: '/api/code-run/{codeRunId}/stop',
    summary: "Stops one's own run; what it wrote until then is its result",
    access: 'signed-in',
    params: z.object({ codeRunId: z.string().max(100) }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
};
