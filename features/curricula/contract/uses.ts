import { z } from 'zod';
import { Id, route } from '#platform/contract/route.ts';

/** Something that has a lesson: a course, a path or another lesson. */
const Use = z.object({ id: z.number().int(), sequence: z.number().int(), name: z.string(), release_name: z.string() });
export type Use = z.infer<typeof Use>;

/** What uses a lesson, by number: as its release has it, or else as main has it. */
export const LessonUses = z.object({
  courses: z.array(Use),
  /** Paths with one of these courses in a step. */
  paths: z.array(Use),
  /** Assessments and practice problems that name it. */
  lessons: z.array(Use),
});
export type LessonUses = z.infer<typeof LessonUses>;

export const useRoutes = {
  listLessonUses: route({
    method: 'GET',
    path: '/api/lesson/{id}/uses',
    summary: 'Returns which courses, paths and other lessons of its release, or else of main, use a lesson',
    access: 'staff',
    params: z.object({ id: Id }),
    reply: LessonUses,
    errors: ['not_found'],
  }),
};
