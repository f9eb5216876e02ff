import { z } from 'zod';
import { ScreenFields } from '#features/screens/contract/screens.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';

/**
 * How far the checks of a code screen can be trusted. An examination runs the answer several times, submissions that do no work,
 * mutants of the answer (one mistake each), which should fail, and rewrites (the same meaning), which should pass.
 */
export const TrustLevel = z.enum(['broken', 'weak', 'trusted']);
export type TrustLevel = z.infer<typeof TrustLevel>;

/**
 * Why a check can't be trusted.
 *
 * - `answer-fails`: the answer fails its own checks
 * - `flaky`: the answer passes in some runs only, or not everywhere and always
 * - `passes-unsolved`: code that doesn't solve the screen passes
 * - `mistake-passes`: an answer with a mistake passes
 * - `rewrite-fails`: an answer that is only written differently fails
 * - `shortcut-passes`: a way round the work passes, such as a constant
 * - `message-bare`: learners read an error of the check instead of a sentence
 * - `message-tells`: learners read the answer
 */
export const TRUST_FINDINGS = [
  'answer-fails',
  'flaky',
  'passes-unsolved',
  'mistake-passes',
  'rewrite-fails',
  'shortcut-passes',
  'message-bare',
  'message-tells',
] as const;

/**
 * What the answer's result depends on although it should not.
 *
 * - `date`, `time_zone`, `locale`, `hash_seed`: it fails where that is another one
 * - `load`: it fails when the machine is busy
 * - `together`: it fails where several of them are others
 */
export const TrustCause = z.enum(['date', 'time_zone', 'locale', 'hash_seed', 'load', 'together']);
export type TrustCause = z.infer<typeof TrustCause>;

export const TrustFinding = z.object({
  kind: z.enum(TRUST_FINDINGS),
  /** In one sentence. */
  text: z.string(),
  /** The submission. */
  code: z.string(),
  /** Its first line that differs from the answer, from 1; null: it is no change of the answer. */
  line: z.number().int().nullable(),
  /** Only of `flaky`; null: luck. */
  cause: TrustCause.nullable().default(null),
});
export type TrustFinding = z.infer<typeof TrustFinding>;

const Counts = z.object({ right: z.number().int(), all: z.number().int() });

/** What an examination found. */
export const TrustReport = z.object({
  level: TrustLevel,
  /** Mutants that failed, of all whose mistake shows. */
  mistakes: Counts,
  /** Rewrites that passed. */
  rewrites: Counts,
  /** Repeats of the answer that passed. */
  repeats: Counts,
  findings: z.array(TrustFinding),
  /** What the answer was not tried with, for people. */
  not_tried: z.array(z.string()).default([]),
});
export type TrustReport = z.infer<typeof TrustReport>;

/** The last examination of a screen's checks. */
export const CheckTrust = TrustReport.extend({
  /** False: the screen has changed since. */
  is_current: z.boolean(),
  examined_at: z.string(),
});
export type CheckTrust = z.infer<typeof CheckTrust>;

/** A screen whose checks can be examined: it has code, an answer and at least one check. */
export const ExaminedScreen = z.object({
  screen_id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  answer_code: z.string(),
  /** Null: not examined yet. */
  trust: CheckTrust.nullable(),
});
export type ExaminedScreen = z.infer<typeof ExaminedScreen>;

/** Most repeats of an answer in one examination: a test that fails one time in a hundred fails once in these with 95 % probability. */
export const REPEATS_MAX = 300;
/** One run alone shows no luck. */
export const REPEATS_MIN = 2;
export const REPEATS_DEFAULT = 10;

export const checkTrustRoutes = {
  listCheckTrust: route({
    method: 'GET',
    path: '/api/lesson/{id}/check-trust',
    queue: 'heavy',
    summary: 'Returns the screens of a lesson whose checks can be examined, in order, with their last examination',
    access: 'signed-in',
    params: z.object({ id: Id }),
    reply: z.array(ExaminedScreen),
    errors: ['not_found'],
  }),
  examineChecks: route({
    method: 'POST',
    path: '/api/lesson/{id}/examine-checks',
    queue: 'long',
    summary: 'Examines the checks of a lesson or of some of its screens and reports progress. When it is stopped, keeps what is done',
    access: 'signed-in',
    forAssistants: true,
    servedBy: 'person',
    params: z.object({ id: Id }),
    body: z
      .object({
        /** Absent: all screens. */
        screen_ids: z.array(RowId).min(1).max(1_000).optional(),
        repeats: z.number().int().min(REPEATS_MIN).max(REPEATS_MAX).default(REPEATS_DEFAULT),
        /** Unsaved fields of one screen. Its examination is returned, and not stored. */
        draft: ScreenFields.partial().optional(),
        operation_id: OperationId.optional(),
      })
      .refine(({ draft, screen_ids }) => draft === undefined || screen_ids?.length === 1, 'Name the one screen that the draft is of.'),
    reply: z.array(ExaminedScreen),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
