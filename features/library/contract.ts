import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** What is known of a lesson's quality. */
export const LessonReport = z.object({
  lesson_id: z.number().int(),
  /** Tests, with the answers that have to pass their own checks. */
  tests: z.number().int(),
  failing: z.number().int(),
  not_run: z.number().int(),
  /** Screens whose checks let a mistake pass, or refuse a right answer, when they were last examined. */
  doubted: z.number().int(),
  open_comments: z.number().int(),
  /** When its packages were last built; null: never. */
  built_at: z.string().nullable(),
  /** Numbers of the courses of its release, and of main, that have it. */
  courses: z.array(z.number().int()),
});
export type LessonReport = z.infer<typeof LessonReport>;

/** What preflight finds in a lesson. */
export const LessonFindings = z.object({
  lesson_id: z.number().int(),
  /** Open findings. */
  errors: z.number().int(),
  warnings: z.number().int(),
  /** False: preflight hasn't looked at it since it changed. */
  is_checked: z.boolean(),
});
export type LessonFindings = z.infer<typeof LessonFindings>;

/** The skills of a lesson. */
export const LessonSkills = z.object({
  lesson_id: z.number().int(),
  /** What its screens assess: how many of them, and how many of their questions. */
  assessed: z.array(z.object({ name: z.string(), screens: z.number().int(), questions: z.number().int() })),
  /** What it practices or requires: topics of practice problems, requirements of projects. */
  named: z.array(z.string()),
});
export type LessonSkills = z.infer<typeof LessonSkills>;

export const libraryRoutes = {
  getLibraryReport: route({
    method: 'GET',
    path: '/api/library-report',
    queue: 'heavy',
    summary: 'Returns tests, doubted checks, open comments, builds and courses of every lesson of main and of open releases',
    access: 'staff',
    reply: z.array(LessonReport),
  }),
  getLibraryFindings: route({
    method: 'GET',
    path: '/api/library-report/findings',
    queue: 'heavy',
    summary: 'Returns how many findings every lesson of the library report has. Checks changed lessons first, unless a release has many',
    access: 'staff',
    reply: z.array(LessonFindings),
  }),
  getLibrarySkills: route({
    method: 'GET',
    path: '/api/library-report/skills',
    queue: 'heavy',
    summary: 'Returns the skills that the lessons of the library report assess, practice or require; lessons without any are left out',
    access: 'staff',
    reply: z.array(LessonSkills),
  }),
};
