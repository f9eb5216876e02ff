import type { CourseFields } from '#contract/courses.ts';

/** The labels of the details form. */
export const FIELD_LABELS: Readonly<Record<keyof CourseFields, string>> = {
  name: 'Course Name',
  slug: 'Page Slug',
  skill_level: 'Level',
  duration: 'Time Estimate to Completion',
  deprecated: 'Deprecated',
  short_description: 'Short Description',
  description: 'Description',
  objectives: 'Learning Objectives',
  skill_requirements: 'Skill Requirements',
  overview: 'Overview',
  motivation: 'Motivation',
  outcomes: 'Outcomes',
  replaces_course: 'Replaces Course',
  default_paths: 'Default Paths',
};

/** What a person calls a field. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field as keyof CourseFields] ?? field.replaceAll('_', ' ');
}
