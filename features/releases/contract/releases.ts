import { z } from 'zod';
import { LessonNumbers } from '#features/lessons/contract/lesson-numbers.ts';
import { Lesson } from '#features/lessons/contract/lessons.ts';
import { PullRequestSummary } from '#features/review/contract/pull-requests.ts';
import { Screen } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { oneLine } from '#platform/contract/one-line.ts';
import { OperationId } from '#platform/contract/operations.ts';
import { Id, RowId, route } from '#platform/contract/route.ts';

/** A release on the wire: `version_major` is its branch name, `version_minor` its commit. */
export const Release = z.object({
  id: z.number().int(),
  name: z.string(),
  version_major: z.string(),
  version_minor: z.string().nullable(),
  is_main: z.boolean(),
  sequence: z.number().int(),
  /** Null: the code host has none. */
  pull_request: PullRequestSummary.nullable(),
  /** State of the newest change, and what holds it up. */
  commit_status: z.string().nullable(),
  commit_error: z.string().nullable(),
  /** Since when the branch is only kept here, on request. */
  detached_at: z.string().nullable(),
  /** When the branch disappeared from the code host. */
  deletion_date: z.string().nullable(),
  /** Its pull request can only be merged once preflight finds no errors in the lessons. */
  preflight_required: z.boolean(),
  /** Its authors may ask the language model about its lessons. */
  model_allowed: z.boolean(),
  /** A person's drafts, managed by the product. */
  is_drafts: z.boolean(),
  /** The person whose drafts these are; null: it is no one's. */
  drafts_of: z.number().int().nullable(),
  /** Its pull request was merged, and it was not reopened: nothing can be changed in it or put into it. */
  is_closed: z.boolean(),
  lesson_count: z.number().int(),
});
export type Release = z.infer<typeof Release>;

export const ReleaseName = oneLine(LIMITS.titleMax).min(1, 'The name cannot be empty.');
export const BranchName = z
  .string()
  .trim()
  .min(1, 'The branch name cannot be empty.')
  .max(100)
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._/-]*$/,
    'A branch name must start with a letter or digit and can contain only letters, digits, dots, dashes, underscores and slashes.',
  );

/** Every rejected lesson number with the reason. */
const InvalidLessons = z.record(z.string(), z.string());

/** A file of a zip that was rejected, with the reason. */
export const RefusedFile = z.object({ path: z.string(), reason: z.string() });

/** A full commit id; empty or null: the newest commit. */
const CommitId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})?$/, 'A commit is given by its full id.');

const byBranch = {
  name: oneLine(LIMITS.titleMax).default(''),
  version_major: BranchName,
  version_minor: CommitId.nullable().default(null),
};
const releaseParams = z.object({ id: Id });
const lessonParams = z.object({ id: Id });

export const releaseRoutes = {
  listReleases: route({ method: 'GET', path: '/api/releases', summary: 'The releases', access: 'staff', reply: z.array(Release) }),
  getRelease: route({
    method: 'GET',
    path: '/api/release/{id}',
    summary: 'One release',
    access: 'staff',
    params: releaseParams,
    reply: Release,
    errors: ['not_found'],
  }),
  createRelease: route({
    method: 'POST',
    path: '/api/releases',
    summary:
      'Creates a release with a new branch from main, or from the commit `version_minor` of main (create_new), or imports an existing branch of the code host: without a lesson list, all its lessons as shallow imports',
    access: 'staff',
    servedBy: 'git',
    body: z.object({
      ...byBranch,
      name: ReleaseName,
      create_new: z.boolean(),
      lessons: LessonNumbers.optional(),
      operation_id: OperationId.optional(),
    }),
    reply: Release.extend({ invalidLessons: InvalidLessons }),
    errors: ['already_exists', 'not_found', 'refused', 'unavailable'],
  }),
  createReleaseFromZip: route({
    method: 'POST',
    path: '/api/releases/zip',
    queue: 'long',
    summary: 'Creates a branch from a zip of lesson folders, and imports them',
    access: 'staff',
    servedBy: 'git',
    bodyKind: 'form',
    form: z.object({ releaseName: ReleaseName, branchName: BranchName, operation_id: OperationId.optional(), file: z.file() }),
    reply: Release.extend({ refused: z.array(RefusedFile), invalidLessons: InvalidLessons }),
    errors: ['already_exists', 'refused', 'too_large'],
  }),
  updateRelease: route({
    method: 'PUT',
    path: '/api/release/{id}',
    summary:
      'Renames a release, says whether preflight must pass before its merge and whether authors may ask the language model, and copies lessons from another one; with `move`, moves them',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({
      name: oneLine(LIMITS.titleMax).min(1, 'The release name cannot be empty.').optional(),
      preflight_required: z.boolean().optional(),
      /** Only leads and owners change it. */
      model_allowed: z.boolean().optional(),
      lessons_list: LessonNumbers.optional(),
      from_release: RowId.optional(),
      move: z.boolean().default(false),
      operation_id: OperationId.optional(),
    }),
    reply: Release.extend({
      invalidLessons: InvalidLessons,
      /** Numbers that were not moved because the move was stopped. Those before them were. */
      leftLessons: z.array(z.number().int()),
    }),
    errors: ['already_exists', 'not_found', 'refused'],
  }),
  separateLessons: route({
    method: 'POST',
    path: '/api/release/{id}/separate',
    queue: 'long',
    summary:
      'Moves lessons of a release into a new one, so that they are sent for review without the others. If one can’t be moved, none is',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    body: z.object({ name: ReleaseName, lessons: LessonNumbers.refine((numbers) => numbers.length > 0, 'Choose at least one lesson.') }),
    reply: Release,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  revertRelease: route({
    method: 'POST',
    path: '/api/release/{id}/revert',
    queue: 'long',
    summary: 'Creates a release that undoes the last merge of a release, sends it for review, and returns it',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    reply: Release,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  createDrafts: route({
    method: 'POST',
    path: '/api/releases/drafts',
    summary: "Returns a person's drafts release, and creates it if they have none yet, so that lessons can be moved there",
    access: 'staff',
    servedBy: 'git',
    body: z.object({ user_id: RowId }),
    reply: Release,
    errors: ['not_found', 'unavailable'],
  }),
  reopenRelease: route({
    method: 'POST',
    path: '/api/release/{id}/reopen',
    summary: 'Opens a release that a merge has closed, so that its lessons, courses and paths can be changed again',
    access: 'staff',
    params: releaseParams,
    reply: Release,
    errors: ['not_found'],
  }),
  deleteRelease: route({
    method: 'DELETE',
    path: '/api/release/{id}',
    summary: 'Removes a release from the product; its branch stays on the code host',
    access: 'staff',
    params: releaseParams,
    reply: z.array(Release),
    errors: ['not_found', 'refused'],
  }),
  exportRelease: route({
    method: 'GET',
    path: '/api/release/{id}/export',
    queue: 'long',
    summary:
      'Returns the lessons, courses and paths of a release as a zip in the layout of the content repository, which Create from Zip accepts',
    access: 'staff',
    servedBy: 'git',
    params: releaseParams,
    replyKind: 'file',
    replyType: 'application/zip',
    errors: ['not_found', 'refused'],
  }),
  importLessons: route({
    method: 'POST',
    path: '/api/import-lessons',
    queue: 'long',
    summary: "Imports these lesson numbers from a release's branch",
    access: 'staff',
    servedBy: 'git',
    body: z.object({ ...byBranch, lessons: LessonNumbers, operation_id: OperationId.optional() }),
    reply: z.object({ invalidLessons: InvalidLessons }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  listBranchLessons: route({
    method: 'POST',
    path: '/api/get-lessons',
    queue: 'heavy',
    summary: 'Returns the lessons on a branch of the code host, or at its commit `version_minor`',
    access: 'staff',
    servedBy: 'git',
    body: z.object(byBranch),
    reply: z.array(z.object({ sequence: z.number().int(), title: z.string(), folder: z.string() })),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  importLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/import',
    queue: 'long',
    summary: 'Imports the rest of a shallow lesson',
    access: 'signed-in',
    servedBy: 'git',
    params: lessonParams,
    body: z.object({}).optional(),
    reply: z.object({ lesson: Lesson, screens: z.array(Screen) }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    releases: { type: 'release-changed'; release_id: number };
  }
}
