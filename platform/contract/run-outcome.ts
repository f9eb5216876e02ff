import { z } from 'zod';
import { Variable } from './variables.ts';

/** The limit that ended or cut a run; the page words it. */
export const RunLimit = z.enum(['time', 'cpu', 'memory', 'processes', 'disk', 'output']);

export type RunLimit = z.infer<typeof RunLimit>;

/** An error of the code. Lines and columns are counted from 1; null if unknown. */
export const RunError = z.object({
  name: z.string(),
  message: z.string(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  traceback: z.string(),
});

export type RunError = z.infer<typeof RunError>;

/** Most errors of earlier code that a result names, and most characters of each. */
export const EARLIER_ERRORS_AT_MOST = 10;

export const EARLIER_ERROR_CHARACTERS = 300;

/** An error of code that ran before the code of a run. It ended only that code. */
export const EarlierError = z.object({
  /** The code's name in the request, such as `screen 3` (earlier-code.policy.ts). */
  name: z.string(),
  /** One line, such as `NameError: name 'x' is not defined`. */
  message: z.string(),
});

export type EarlierError = z.infer<typeof EarlierError>;

export const CheckResult = z.object({
  name: z.string(),
  pass: z.boolean(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  feedback: z.string().nullable(),
  /** The feedback without the values of the answer, for learners who don't see those; missing: it has none. */
  feedback_without_answer: z.string().optional(),
  hints: z.array(z.string()),
  /** The checker of pycheck (checkers.ts); like the following fields, only on results of custom checks. */
  checker_id: z.string().optional(),
  /** The name of the skill that it assesses; null: none. */
  tag_id: z.string().nullable().optional(),
  hint: z.string().nullable().optional(),
  /** False: it was skipped because a check that it depends on failed, and says nothing about the submission. */
  counts: z.boolean().optional(),
  has_custom_feedback: z.boolean().optional(),
  has_custom_hints: z.boolean().optional(),
  /** Line of the submission's code, from 1. */
  line: z.number().int().nullable().optional(),
  /** Only of a unit test that failed: where it did, without the frames of its framework. */
  traceback: z.string().nullable().optional(),
});

export type CheckResult = z.infer<typeof CheckResult>;

/** A file that a run left in its work folder, for lessons with the File viewer. `content` is base64; null: it is too large. */
export const RunFile = z.object({ name: z.string(), size: z.number().int(), content: z.base64().nullable() });

export type RunFile = z.infer<typeof RunFile>;

/** The result of checks inside the sandbox. `error`: the check itself is wrong, which its author must fix. */
export const InsideCheck = z.object({ results: z.array(CheckResult), error: RunError.nullable() });

export type InsideCheck = z.infer<typeof InsideCheck>;

/**
 * The outcome of running code, as the runner reports it. Streams may be cut; `cut` says which.
 *
 * An SQL run's `output` is its last result: a JSON array of rows, each an array, column names first (result-table.ts). An output
 * that was cut can't be parsed, and the page says so.
 */
export const RunOutcome = z.object({
  output: z.string(),
  stderr: z.string(),
  error: RunError.nullable(),
  /** Errors of earlier code that its screen doesn't allow. Runners of earlier versions don't report them. */
  earlier_errors: z.array(EarlierError).default([]),
  /** PNGs in base64, in the order shown. */
  images: z.array(z.string()),
  /** How many plots the code made. More than `images`: some weren't drawn in time, or there were too many. Null: as many. */
  plots: z.number().int().nullable().default(null),
  vars: z.array(Variable),
  limit: RunLimit.nullable(),
  /** How much the limit allows (run-limits.ts); null: none was met, or it is not known. */
  limit_at: z.number().nullable().default(null),
  cut: z.array(z.enum(['stdout', 'stderr', 'images', 'vars', 'rows', 'files'])),
  duration_ms: z.number(),
  /** Null if not requested or not reached. */
  custom: InsideCheck.nullable(),
  /** Unit tests run apart from the code: as their own request. */
  unit: InsideCheck.nullable().default(null),
  legacy: InsideCheck.nullable(),
  /** Those of the session's ports that are listened on after the run. */
  listening: z.array(z.number().int()),
  /** Empty unless requested. */
  files: z.array(RunFile),
});

export type RunOutcome = z.infer<typeof RunOutcome>;

/** The outcome of a run that never began. */
export const NO_OUTCOME: RunOutcome = {
  output: '',
  stderr: '',
  error: null,
  earlier_errors: [],
  images: [],
  plots: null,
  vars: [],
  limit: null,
  limit_at: null,
  cut: [],
  duration_ms: 0,
  custom: null,
  unit: null,
  legacy: null,
  listening: [],
  files: [],
};
