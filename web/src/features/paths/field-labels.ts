import type { PathFields, PathType, StepFields } from '#contract/paths.ts';

/** The labels of the details form (B §2). */
export const FIELD_LABELS: Readonly<Record<keyof PathFields, string>> = {
  name: 'Path Name',
  version: 'Path Version',
  hidden: 'Default Version',
  description: 'Description',
  short_description: 'Short Description',
  overview: 'Overview',
  objectives: 'Learning Objectives',
  type: 'Path Type',
  slug: 'Page Slug',
  skill_level: 'Level',
  duration: 'Time Estimate to Completion',
  motivation: 'Motivation',
  outcomes: 'Outcomes',
};

/** The labels of a step (B §2). */
export const STEP_LABELS: Readonly<Record<keyof StepFields, string>> = {
  name: 'Step Name',
  meta_title: 'Meta Title',
  slug: 'Slug',
  description: 'Description',
  meta_description: 'Meta Description',
};

/** B §9. */
export const PATH_TYPES: Readonly<Record<PathType, string>> = { skill: 'Skill Path', career: 'Career Path' };

/** What a person calls a field of a path. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field as keyof PathFields] ?? field.replaceAll('_', ' ');
}

/** What a person calls a field of a step. */
export function stepFieldLabel(field: string): string {
  return STEP_LABELS[field as keyof StepFields] ?? field.replaceAll('_', ' ');
}
