import type { CourseFields } from '../contract/courses.ts';
import type { PathFields, PathType, StepFields } from '../contract/paths.ts';

const LABELS = {
  slug: 'Page Slug',
  skill_level: 'Level',
  duration: 'Time Estimate to Completion',
  short_description: 'Short Description',
  description: 'Description',
  objectives: 'Learning Objectives',
  overview: 'Overview',
  motivation: 'Motivation',
  outcomes: 'Outcomes',
};

/** The labels of the details of a course. */
export const COURSE_LABELS: Readonly<Record<keyof CourseFields, string>> = {
  ...LABELS,
  name: 'Course Name',
  deprecated: 'Deprecated',
  skill_requirements: 'Skill Requirements',
  replaces_course: 'Replaces Course',
  default_paths: 'Default Paths',
};

/** The labels of the details of a path. */
export const PATH_LABELS: Readonly<Record<keyof PathFields, string>> = {
  ...LABELS,
  name: 'Path Name',
  type: 'Path Type',
  version: 'Path Version',
  hidden: 'Default Version',
};

/** The labels of a step. */
export const STEP_LABELS: Readonly<Record<keyof StepFields, string>> = {
  name: 'Step Name',
  meta_title: 'Meta Title',
  slug: 'Slug',
  description: 'Description',
  meta_description: 'Meta Description',
};

export const PATH_TYPES: Readonly<Record<PathType, string>> = { skill: 'Skill Path', career: 'Career Path' };

/** The label of a field, also of one that has none: for the resolver of a conflict. */
export function labelIn(labels: Readonly<Record<string, string>>): (field: string) => string {
  return (field) => labels[field] ?? field.replaceAll('_', ' ');
}
