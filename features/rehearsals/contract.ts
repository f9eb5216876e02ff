import { z } from 'zod';
import { BranchName, ReleaseName } from '#features/releases/contract/releases.ts';
import { LANGUAGE_NAMES, LANGUAGE_VERSIONS, PACKAGED_LANGUAGES } from '#platform/contract/languages.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';

/**
 * A rehearsal of an upgrade: the code screens of a release run with today's packages and with newer ones, and what differs is
 * reported by its cause.
 *
 *     waiting ──▶ running ──▶ done
 *        ▲           ├──────▶ stopped ─┐
 *        │           └──────▶ failed ──┤
 *        └─────────── continue ◀───────┘
 */
export const RehearsalState = z.enum(['waiting', 'running', 'done', 'stopped', 'failed']);
export type RehearsalState = z.infer<typeof RehearsalState>;

/** What to try. Lessons that it doesn't change are left out. */
export const RehearsalCandidate = z.object({
  /** The newest version of each package that a lesson lists; versions in `packages` take precedence. */
  newest: z.boolean(),
  /** A version of null: the newest. */
  packages: z
    .array(z.object({ language: z.enum(PACKAGED_LANGUAGES), name: oneLine(200).min(1), version: oneLine(200).min(1).nullable() }))
    .max(200),
  interpreters: z.array(z.object({ language: z.enum(LANGUAGE_NAMES), version: z.enum(LANGUAGE_VERSIONS) })).max(10),
});
export type RehearsalCandidate = z.infer<typeof RehearsalCandidate>;

/**
 * How a screen differs, the worst first.
 *
 * - `build`: the packages can't be installed
 * - `error`: the answer, a test or a check ends with a new error
 * - `fails`: another result, and with it a check or test that no longer gives what it should
 * - `changed`: another result that no check minds
 * - `warning`: a new warning
 * - `slower`: the same, but much slower
 */
export const BREAK_KINDS = ['build', 'error', 'fails', 'changed', 'warning', 'slower'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** A way in which a screen differs, with its cause. Breaks with the same key have the same cause. */
export const RehearsalBreak = z.object({ kind: z.enum(BREAK_KINDS), key: z.string(), title: z.string() });
export type RehearsalBreak = z.infer<typeof RehearsalBreak>;

/** What differs between both sides. Pictures are PNGs in base64; an empty side has none. */
export const RunDifference = z.object({
  what: z.enum(['error', 'warnings', 'output', 'variable', 'plot', 'check', 'test', 'time']),
  /** Name of the variable, plot, check or test. */
  name: z.string(),
  today: z.string(),
  candidate: z.string(),
});
export type RunDifference = z.infer<typeof RunDifference>;

const RehearsedScreen = z.object({
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  lesson_title: z.string(),
  screen_id: z.number().int(),
  screen_sequence: z.number().int(),
  screen_title: z.string(),
});
export type RehearsedScreen = z.infer<typeof RehearsedScreen>;

/** Breaks with the same cause. `title` is that of the first one. */
export const BreakGroup = RehearsalBreak.extend({ screens: z.array(RehearsedScreen) });
export type BreakGroup = z.infer<typeof BreakGroup>;

/**
 * How a lesson came out: `same`: it already has these packages; `green`: nothing differs; `minor`: only new warnings or slower runs;
 * `broken`: anything else; `open`: not all of its screens have run.
 */
export const LessonOutcome = z.enum(['open', 'same', 'green', 'minor', 'broken']);
export type LessonOutcome = z.infer<typeof LessonOutcome>;

const RehearsedLesson = z.object({
  lesson_id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  outcome: LessonOutcome,
  /** The versions that change, in words: `pandas 1.5.3 → 2.2.0`. */
  changes: z.array(z.string()),
});
export type RehearsedLesson = z.infer<typeof RehearsedLesson>;

export const Rehearsal = z.object({
  id: z.number().int(),
  state: RehearsalState,
  candidate: RehearsalCandidate,
  /** Why it failed, for people. */
  error: z.string().nullable(),
  started_by: z.string().nullable(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  /** Screens that have run, of all. The total is 0 until the lessons have been looked through. */
  done: z.number().int(),
  total: z.number().int(),
  /** It installs packages, which takes a while. */
  is_installing: z.boolean(),
  lessons: z.array(RehearsedLesson),
  groups: z.array(BreakGroup),
});
export type Rehearsal = z.infer<typeof Rehearsal>;

/** What a release offers to try, and its last rehearsal. */
export const ReleaseRehearsal = z.object({
  packages: z.array(
    z.object({
      language: z.enum(PACKAGED_LANGUAGES),
      name: z.string(),
      /** As the locks of the lessons have them, or as the lessons ask for them. */
      versions: z.array(z.string()),
      lessons: z.number().int(),
    }),
  ),
  /** Languages with several versions. `offered`: those that a runner has now. */
  interpreters: z.array(
    z.object({ language: z.enum(LANGUAGE_NAMES), used: z.array(z.string()), offered: z.array(z.enum(LANGUAGE_VERSIONS)) }),
  ),
  /** Lessons that are only listed until they are imported. */
  not_imported: z.number().int(),
  rehearsal: Rehearsal.nullable(),
});
export type ReleaseRehearsal = z.infer<typeof ReleaseRehearsal>;

const params = z.object({ id: Id });

export const rehearsalRoutes = {
  getRehearsal: route({
    method: 'GET',
    path: '/api/release/{id}/rehearsal',
    summary: 'Returns which upgrades a release can try, and its last rehearsal of one',
    access: 'staff',
    params,
    perMinute: 240,
    reply: ReleaseRehearsal,
    errors: ['not_found'],
  }),
  startRehearsal: route({
    method: 'POST',
    path: '/api/release/{id}/rehearsal',
    summary: 'Starts to run the code screens of a release with other packages, in place of its last rehearsal',
    access: 'staff',
    params,
    body: RehearsalCandidate,
    reply: z.object({ id: z.number().int() }),
    errors: ['not_found', 'refused'],
  }),
  stopRehearsal: route({
    method: 'POST',
    path: '/api/rehearsal/{id}/stop',
    summary: 'Stops a rehearsal; screens that have run keep their results',
    access: 'staff',
    params,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'refused'],
  }),
  continueRehearsal: route({
    method: 'POST',
    path: '/api/rehearsal/{id}/continue',
    summary: 'Continues a rehearsal that was stopped or failed with the screens that are left',
    access: 'staff',
    params,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'refused'],
  }),
  getRehearsedScreen: route({
    method: 'GET',
    path: '/api/rehearsal/{id}/screen/{screenId}',
    summary: 'Returns what differs on a screen, side by side',
    access: 'staff',
    params: z.object({ id: Id, screenId: Id }),
    perMinute: 240,
    reply: z.object({ differences: z.array(RunDifference) }),
    errors: ['not_found'],
  }),
  releaseRehearsal: route({
    method: 'POST',
    path: '/api/rehearsal/{id}/release',
    summary: 'Upgrades the lessons without differences in a release, with the packages that were tried',
    access: 'staff',
    servedBy: 'git',
    params,
    body: z.object({
      /** An existing release, or a new one. */
      to: z.union([z.object({ release_id: RowId }), z.object({ name: ReleaseName, version_major: BranchName })]),
      /** Lessons that only have new warnings or slower runs as well. */
      with_minor: z.boolean().default(false),
      operation_id: OperationId.optional(),
    }),
    reply: z.object({
      release_id: z.number().int(),
      release_name: z.string(),
      lessons: z.array(z.object({ lesson_id: z.number().int(), sequence: z.number().int() })),
      /** Why a lesson is not in it, by its number. */
      left: z.record(z.string(), z.string()),
    }),
    errors: ['not_found', 'refused', 'already_exists', 'unavailable'],
  }),
};
