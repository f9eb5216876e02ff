import { CourseFields } from '#contract/courses.ts';
import { PathFields, StepFields } from '#contract/paths.ts';
import { z } from 'zod';
import { Sequence, Uuid } from './lesson-content.ts';

/** The contents of `course.yaml`. */
export const CourseContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: CourseFields,
  /** The numbers of its lessons, in order. */
  lessons: z.array(Sequence).max(1_000),
});
export type CourseContent = z.infer<typeof CourseContent>;

/** A step of a path, with the numbers of its courses in order. */
export const StepContent = StepFields.extend({
  uuid: Uuid,
  courses: z.array(Sequence).max(500),
});
export type StepContent = z.infer<typeof StepContent>;

/** The contents of `path.yaml`. */
export const PathContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: PathFields,
  steps: z.array(StepContent).max(500),
});
export type PathContent = z.infer<typeof PathContent>;
