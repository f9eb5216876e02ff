import { z } from 'zod';
import { Course } from '#features/curricula/contract/courses.ts';
import { Path } from '#features/curricula/contract/paths.ts';
import { Lesson } from '#features/lessons/contract/lessons.ts';
import { Release } from '#features/releases/contract/releases.ts';
import { Id, Int4, route } from '#platform/contract/route.ts';

/**
 * `details` of a sync with conflicts to resolve (code `conflict`). The keys name a field: `lesson.{field}`,
 * `screen.{uuid}.{field}`, `file.{name}`, `folder.{name}`, `course.{field}`, `path.{field}`, `step.{uuid}.{field}`; `labels` describes each for
 * people. `commit` is the compared commit of the branch; it must be sent with the resolutions, so that they apply to what the
 * user saw. It is about a lesson, a course or a path: the ids of the others are null.
 */
export const SyncConflictDetails = z.object({
  lesson_id: z.number().int().nullable(),
  course_id: z.number().int().nullable(),
  path_id: z.number().int().nullable(),
  base: z.record(z.string(), z.unknown()),
  mine: z.record(z.string(), z.unknown()),
  theirs: z.record(z.string(), z.unknown()),
  labels: z.record(z.string(), z.string()),
  commit: z.string(),
  /** The author of their side, according to git. */
  changed_by: z.string().nullable(),
});
export type SyncConflictDetails = z.infer<typeof SyncConflictDetails>;

export const Resolution = z.object({
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** The resolved value of each conflicting field. */
  values: z.record(z.string(), z.unknown()),
});

/** Which of several conflicts with main was resolved. */
const ResolutionOf = Resolution.extend({
  lesson_id: Int4.nullish(),
  course_id: Int4.nullish(),
  path_id: Int4.nullish(),
});

/** What a sync changed here. */
export const SyncOutcome = z.enum(['up to date', 'taken in', 'merged', 'resolved']);
export type SyncOutcome = z.infer<typeof SyncOutcome>;

const body = z.object({ resolution: Resolution.optional() }).optional();

export const syncRoutes = {
  syncLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/sync',
    queue: 'long',
    summary: 'Syncs a lesson with its branch: merges changes from there, pushes changes from here',
    access: 'signed-in',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body,
    reply: Lesson.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  syncCourse: route({
    method: 'POST',
    path: '/api/course/{id}/sync',
    queue: 'long',
    summary: 'Syncs a course with its branch, as syncLesson does for a lesson',
    access: 'staff',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body,
    reply: Course.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  syncPath: route({
    method: 'POST',
    path: '/api/track/{id}/sync',
    queue: 'long',
    summary: 'Syncs a path with its branch, as syncLesson does for a lesson',
    access: 'staff',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body,
    reply: Path.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  updateFromMain: route({
    method: 'POST',
    path: '/api/release/{id}/update-from-main',
    queue: 'long',
    summary: 'Merges main into the branch of a release; a conflict names one lesson, course or path at a time',
    access: 'staff',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body: z.object({ resolution: ResolutionOf.optional() }).optional(),
    reply: Release,
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  /** Used by the banners of the screen header. Its path stays as it was first published. */
  repairRelease: route({
    method: 'POST',
    path: '/api/release/{id}/heal',
    queue: 'long',
    summary:
      'retry: commits and pushes now; recreate: recreates the branch from our copy; detach: keeps the lessons here without the branch; attach: the opposite of detach',
    access: 'signed-in',
    servedBy: 'git',
    params: z.object({ id: Id }),
    body: z.object({ how: z.enum(['retry', 'recreate', 'detach', 'attach']) }),
    reply: Release,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
