import { z } from 'zod';

/** How something is on the branch compared with main. */
export const Change = z.enum(['added', 'changed', 'deleted']);

/** A course or path that differs from main. */
export const ChangedCurriculum = z.object({
  kind: z.enum(['course', 'path']),
  folder: z.string(),
  title: z.string(),
  change: Change,
  /** What its learners would stumble over after the merge. An error needs a reason to merge anyway. */
  problems: z.array(z.object({ severity: z.enum(['error', 'warning']), text: z.string() })),
});
export type ChangedCurriculum = z.infer<typeof ChangedCurriculum>;

/** A field as text on either side. Empty: it is empty, or the side doesn't have it. */
const FieldChange = z.object({ label: z.string(), before: z.string(), after: z.string() });
export type FieldChange = z.infer<typeof FieldChange>;

/** A lesson of a course, or a course of a step. `title` null: the number stands for nothing in the release, nor on main. */
const ListedNumber = z.object({
  number: z.number().int(),
  title: z.string().nullable(),
  change: z.enum(['same', 'added', 'removed', 'moved']),
});
export type ListedNumber = z.infer<typeof ListedNumber>;

/** What a release changes in a course or path, as its readers know it. */
export const CurriculumDiff = z.object({
  fields: z.array(FieldChange),
  /** The lessons of a course, or the courses of each step of a path. */
  lists: z.array(
    z.object({
      /** The name of the step; null: the lessons of a course. */
      step: z.string().nullable(),
      change: z.enum(['same', 'added', 'removed', 'moved']),
      fields: z.array(FieldChange),
      items: z.array(ListedNumber),
    }),
  ),
});
export type CurriculumDiff = z.infer<typeof CurriculumDiff>;

/** `Course First Steps` */
export function curriculumName({ kind, folder, title }: Pick<ChangedCurriculum, 'kind' | 'folder' | 'title'>): string {
  return `${kind === 'course' ? 'Course' : 'Path'} ${title || folder}`;
}

/** Why a merge of these courses and paths needs a reason: one sentence per hole that they would have. */
export function curriculumObstacles(curricula: readonly ChangedCurriculum[]): string[] {
  return curricula.flatMap((each) =>
    each.problems.flatMap(({ severity, text }) =>
      severity === 'error' ? [`${curriculumName(each)}: ${text} Fix its list, or merge anyway and give a reason.`] : [],
    ),
  );
}
