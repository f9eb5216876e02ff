import { z } from 'zod';
import { Lesson } from './lessons.ts';
import { Release } from './releases.ts';
import { Id, route } from './route.ts';

/**
 * `details` of a sync that both sides must be asked about (code `conflict`). The keys name a place: `lesson.{field}`,
 * `screen.{uuid}.{field}`, `file.{name}`; `labels` says each in words. `commit` is the commit of the branch that is
 * compared with: it comes back with the resolutions, so that they are about what was seen.
 */
export const SyncConflictDetails = z.object({
  lesson_id: z.number().int(),
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

export const syncRoutes = {
  syncLesson: route({
    method: 'POST',
    path: '/api/lesson/{id}/sync',
    summary: 'Makes a lesson and its branch agree: takes in what changed there, pushes what is only here',
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: z.object({ resolution: Resolution.optional() }).optional(),
    reply: Lesson.extend({
      /** What the sync did to the lesson here, in words for people. */
      outcome: z.enum(['up to date', 'taken in', 'merged', 'resolved']),
    }),
    errors: ['not_found', 'conflict', 'refused', 'unavailable'],
  }),
  updateFromMain: route({
    method: 'POST',
    path: '/api/release/{id}/update-from-main',
    summary: 'Merges main into the branch of a release; a conflict names one lesson at a time',
    access: 'staff',
    params: z.object({ id: Id }),
    body: z.object({ resolution: Resolution.extend({ lesson_id: z.number().int() }).optional() }).optional(),
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
