import { z } from 'zod';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, route } from '#platform/contract/route.ts';
import { Finding } from './finding.ts';
import { PreflightChange } from './preflight-changes.ts';
import { PREFLIGHT_RULES, type PreflightRuleId, type Severity } from './preflight-rules.ts';

const count = z.number().int();

/** A finding in a release, with what a page needs to open its place. */
export const ReleaseFinding = Finding.extend({
  lesson_id: z.number().int(),
  /** Null: it is about the lesson itself. */
  screen_id: z.number().int().nullable(),
  screen_sequence: z.number().int().nullable(),
  /** Why it was accepted; null: it is open. */
  accepted: z.string().nullable(),
});
export type ReleaseFinding = z.infer<typeof ReleaseFinding>;

/** How many open findings of each severity there are. */
const FindingCounts = z.object({ error: count, warning: count, note: count } satisfies Record<Severity, z.ZodType>);
export type FindingCounts = z.infer<typeof FindingCounts>;

const PreflightLesson = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  author: z.string(),
  /** The email address of the person whose work it is. */
  owner: z.string().nullable(),
  /** False: it has to be checked first. A shallow lesson can't be. */
  is_checked: z.boolean(),
  is_shallow: z.boolean(),
  counts: FindingCounts,
});
export type PreflightLesson = z.infer<typeof PreflightLesson>;

/** Most findings in one reply. The counts are of all. */
export const FINDINGS_MAX = 5_000;

/** Links of other sites, which are requested only when someone asks for it. */
const ExternalLinks = z.object({
  total: count,
  /** Never requested, or too long ago. */
  due: count,
  /** False: the settings turn requests off. */
  is_on: z.boolean(),
});
export type ExternalLinks = z.infer<typeof ExternalLinks>;

export const Preflight = z.object({
  lessons: z.array(PreflightLesson),
  links: ExternalLinks,
  findings: z.array(ReleaseFinding),
  /** There are more findings than the reply has. */
  is_cut: z.boolean(),
});
export type Preflight = z.infer<typeof Preflight>;

/** A finding with its file, from the root of the content repository. */
const ReportedFinding = Finding.extend({ path: z.string(), accepted: z.string().nullable() });

/** All findings of a release, for programs. */
const PreflightReport = z.object({
  /** Lessons that were checked. */
  lessons: count,
  /** Numbers of lessons that aren't fully imported, so that they couldn't be checked. */
  shallow_lessons: z.array(z.number().int()),
  findings: z.array(ReportedFinding),
});
export type PreflightReport = z.infer<typeof PreflightReport>;

/** The beginning of a SARIF log. The rest is as https://docs.oasis-open.org/sarif/sarif/v2.1.0 says. */
const SarifReport = z.looseObject({ version: z.literal('2.1.0'), runs: z.array(z.looseObject({ results: z.array(z.unknown()) })) });

/** What a fix did, and what undoes it. */
export const FixedFinding = z.object({
  undo: z.array(PreflightChange),
  /** The file that was moved to the trash, with the id to restore it by. */
  deleted: z.object({ id: z.number().int(), kind: z.enum(['image', 'data-file']), name: z.string() }).nullable(),
});
export type FixedFinding = z.infer<typeof FixedFinding>;

const ACCEPT_NEVER: readonly PreflightRuleId[] = ['comment-open', 'packages-not-built'];

/** Whether a finding of this rule can be accepted. The others have their own way to settle them. */
export function canAccept(rule: string): boolean {
  return Object.hasOwn(PREFLIGHT_RULES, rule) && !ACCEPT_NEVER.some((each) => each === rule);
}

const fingerprint = z.string().regex(/^[0-9a-f]{24}$/, 'This is not the fingerprint of a finding.');
const params = z.object({ id: Id });
const ok = z.object({ ok: z.literal(true) });

export const preflightRoutes = {
  getReleasePreflight: route({
    method: 'GET',
    path: '/api/release/{id}/preflight',
    queue: 'heavy',
    summary: 'Returns what preflight knows of a release. Checks changed lessons first, unless there are many',
    access: 'staff',
    params,
    reply: Preflight,
    errors: ['not_found'],
  }),
  runReleasePreflight: route({
    method: 'POST',
    path: '/api/release/{id}/preflight',
    queue: 'heavy',
    summary: 'Checks all lessons of a release that changed, and returns the findings',
    access: 'staff',
    params,
    perMinute: 30,
    body: z.object({ operation_id: OperationId.optional() }),
    reply: Preflight,
    errors: ['not_found', 'refused'],
  }),
  getPreflightReport: route({
    method: 'GET',
    path: '/api/release/{id}/preflight/report',
    queue: 'heavy',
    summary: 'Returns all findings of a release with their files in git, as JSON or as SARIF 2.1.0. Checks changed lessons first',
    access: 'staff',
    params,
    perMinute: 30,
    query: z.object({ format: z.enum(['json', 'sarif']).default('json') }),
    reply: z.union([SarifReport, PreflightReport]),
    errors: ['not_found'],
  }),
  checkReleaseLinks: route({
    method: 'POST',
    path: '/api/release/{id}/preflight/links',
    queue: 'long',
    summary:
      'Requests the links to other sites in a release, except those that were requested in the last days. Returns what preflight found',
    access: 'staff',
    params,
    perMinute: 10,
    body: z.object({ operation_id: OperationId.optional() }),
    reply: Preflight,
    errors: ['not_found', 'refused'],
  }),
  countReleaseFindings: route({
    method: 'GET',
    path: '/api/release/{id}/preflight/counts',
    summary: 'Returns how many findings each lesson of a release has',
    access: 'staff',
    params,
    reply: z.array(PreflightLesson),
    errors: ['not_found'],
  }),
  getLessonPreflight: route({
    method: 'GET',
    path: '/api/lesson/{id}/preflight',
    queue: 'heavy',
    summary: 'Returns what preflight finds in a lesson',
    access: 'signed-in',
    forAssistants: true,
    params,
    reply: Preflight,
    errors: ['not_found'],
  }),
  checkLessonLinks: route({
    method: 'POST',
    path: '/api/lesson/{id}/preflight/links',
    queue: 'long',
    summary:
      'Requests the links to other sites in a lesson, except those that were requested in the last days. Returns what preflight found',
    access: 'signed-in',
    params,
    perMinute: 10,
    body: z.object({ operation_id: OperationId.optional() }),
    reply: Preflight,
    errors: ['not_found', 'refused'],
  }),
  fixFinding: route({
    method: 'POST',
    path: '/api/lesson/{id}/preflight/fix',
    queue: 'heavy',
    summary: 'Fixes a finding that has a fix. Returns what undoes it',
    access: 'signed-in',
    params,
    body: z.object({ fingerprint }),
    reply: FixedFinding,
    errors: ['not_found', 'refused'],
  }),
  undoFix: route({
    method: 'POST',
    path: '/api/lesson/{id}/preflight/undo',
    queue: 'heavy',
    summary: 'Undoes a fix, with `undo` of its reply',
    access: 'signed-in',
    params,
    body: z.object({ undo: z.array(PreflightChange).min(1).max(50) }),
    reply: ok,
    errors: ['not_found', 'refused'],
  }),
  acceptFinding: route({
    method: 'POST',
    path: '/api/lesson/{id}/preflight/accept',
    summary: 'Accepts a finding with a reason. It is shown again once its place changes. Or accepts a word that isn’t saved yet',
    access: 'signed-in',
    params,
    body: z.object({
      fingerprint,
      reason: z.string().trim().min(1, 'Say why this is fine.').max(1_000),
      /** The word of this fingerprint, if it isn't in a saved text yet. */
      word: z.string().min(1).max(100).optional(),
    }),
    reply: ok,
    errors: ['not_found', 'refused'],
  }),
  reopenFinding: route({
    method: 'POST',
    path: '/api/lesson/{id}/preflight/reopen',
    summary: 'Shows an accepted finding again',
    access: 'signed-in',
    params,
    body: z.object({ fingerprint }),
    reply: ok,
    errors: ['not_found', 'refused'],
  }),
};
