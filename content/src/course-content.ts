import { SkillLevel } from '#contract/lessons.ts';
import { LIMITS } from '#contract/limits.ts';
import { z } from 'zod';
import { Sequence, Uuid } from './lesson-content.ts';

const title = z.string().trim().max(LIMITS.titleMax);
const text = z.string().max(LIMITS.textMax);
const items = z.array(z.string().max(2_000)).max(100);
const hours = z.number().min(0).nullable();

/** What an author can say about a course (B §3), in its wire names. */
export const CourseFields = z.object({
  name: title,
  slug: z.string().max(300),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: hours,
  deprecated: z.boolean(),
  short_description: text,
  description: text,
  objectives: items,
  skill_requirements: items,
  overview: text,
  motivation: text,
  outcomes: text,
  /** The number of the course that this one is instead of. */
  replaces_course: Sequence.nullable(),
  /** Numbers of paths. */
  default_paths: z.array(Sequence).max(500),
});
export type CourseFields = z.infer<typeof CourseFields>;

/** Everything in `course.yaml`. */
export const CourseContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: CourseFields,
  /** The numbers of its lessons, in order. */
  lessons: z.array(Sequence).max(1_000),
});
export type CourseContent = z.infer<typeof CourseContent>;

/** What an author can say about a path (B §3 Track), in its wire names. */
export const PathFields = z.object({
  name: title,
  type: z.enum(['skill', 'career']),
  slug: z.string().max(300),
  version: z.number().min(0.1).nullable(),
  /** Not the default version (B §2). */
  hidden: z.boolean(),
  skill_level: SkillLevel.nullable(),
  /** Hours. */
  duration: hours,
  short_description: text,
  description: text,
  objectives: items,
  overview: text,
  motivation: text,
  outcomes: text,
});
export type PathFields = z.infer<typeof PathFields>;

/** B §3 Step, with the numbers of its courses in order. */
export const StepContent = z.object({
  uuid: Uuid,
  name: title.default(''),
  slug: z.string().max(300).default(''),
  meta_title: title.default(''),
  description: text.default(''),
  meta_description: text.default(''),
  courses: z.array(Sequence).max(500).default([]),
});
export type StepContent = z.infer<typeof StepContent>;

/** Everything in `path.yaml`. */
export const PathContent = z.object({
  uuid: Uuid,
  sequence: Sequence,
  fields: PathFields,
  steps: z.array(StepContent).max(500),
});
export type PathContent = z.infer<typeof PathContent>;
