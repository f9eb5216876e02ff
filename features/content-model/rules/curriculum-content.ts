import { z } from 'zod';
import { StepFields } from '#features/curricula/contract/paths.ts';
import { documentKind } from '#platform/content/document-kind.ts';
import { COURSE_FIELDS, PATH_FIELDS, STEP_DEFAULTS } from './field-documents.ts';
import { Sequence, Uuid } from './lesson-content.ts';

const head = { uuid: Uuid, sequence: Sequence };

/** Everything in `course.yaml`. */
export const CourseContent = z.object({
  ...head,
  fields: COURSE_FIELDS.completed,
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
const STEP = documentKind<StepContent>(StepContent, { defaults: STEP_DEFAULTS, first: [] });

/** The contents of `path.yaml`. */
export const PathContent = z.object({
  ...head,
  fields: PATH_FIELDS.completed,
  steps: z.array(STEP.completed).max(500),
});
export type PathContent = z.infer<typeof PathContent>;

export type CurriculumContent = CourseContent | PathContent;
