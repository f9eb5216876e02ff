import { z } from 'zod';
import { Course } from './courses.ts';
import { Lesson } from './lessons.ts';
import { Path } from './paths.ts';
import { Release } from './releases.ts';
import { Id, Int4, route } from './route.ts';

/**
 * `details` of a sync that both sides must be asked about (code `conflict`). The keys name a place: `lesson.{field}`,
 * `screen.{uuid}.{field}`, `file.{name}`, `course.{field}`, `path.{field}`, `step.{uuid}.{field}`; `labels` says each in words.
 * `commit` is the commit of the branch that is compared with: it comes back with the resolutions, so that they are about what was
 * seen. It is about a lesson, a course or a path: the ids of the others are null.
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
  /** Who wrote theirs, as git tells it. */
  changed_by: z.string().nullable(),
});
export type SyncConflictDetails = z.infer<typeof SyncConflictDetails>;

const Resolution = z.object({
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** The value that each place in conflict takes. */
  values: z.record(z.string(), z.unknown()),
});

/** Of several that main is in conflict with: the one that was decided on. */
const ResolutionOf = Resolution.extend({
  lesson_id: Int4.nullish(),
  course_id: Int4.nullish(),
  path_id: Int4.nullish(),
});

/** What a sync did here, in words for people. */
export const SyncOutcome = z.enum(['up to date', 'taken in', 'merged', 'resolved']);
export type SyncOutcome = z.infer<typeof SyncOutcome>;

const body = z.object({ resolution: Resolution.optional() }).optional();

export const syncRoutes = {
  syncLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/sync',
    summary: 'Makes a lesson and its branch agree: takes in what changed there, pushes what is only here',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body,
    reply: Lesson.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  syncCourse: route({
    method: 'POST',
    path: '/api/course/{id}/sync',
    summary: 'Makes a course and its branch agree, as syncLesson does a lesson',
    access: 'staff',
    params: z.object({ id: Id }),
    body,
    reply: Course.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  syncPath: route({
    method: 'POST',
    path: '/api/track/{id}/sync',
    summary: 'Makes a path and its branch agree, as syncLesson does a lesson',
    access: 'staff',
    params: z.object({ id: Id }),
    body,
    reply: Path.extend({ outcome: SyncOutcome }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  updateFromMain: route({
    method: 'POST',
    path: '/api/release/{id}/update-from-main',
    summary: 'Merges main into the branch of a release; a conflict names one lesson, course or path at a time',
    access: 'staff',
    params: z.object({ id: Id }),
    body: z.object({ resolution: ResolutionOf.optional() }).optional(),
    reply: Release,
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  /** What the banners of the screen header offer (A §2). */
  healRelease: route({
    method: 'POST',
    path: '/api/release/{id}/heal',
    summary:
      'retry: commits and pushes now; recreate: makes the branch anew from our copy; detach: keeps the lessons here without the branch; attach: the opposite of detach',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({ how: z.enum(['retry', 'recreate', 'detach', 'attach']) }),
    reply: Release,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
