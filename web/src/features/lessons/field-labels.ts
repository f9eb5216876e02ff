import type { LessonFields } from '#contract/lessons.ts';

/** The labels of the metadata form (B §2). */
export const FIELD_LABELS: Partial<Record<keyof LessonFields, string>> = {
  title: 'Title',
  meta_title: 'Meta title',
  author: 'Author',
  meta_description: 'Meta description',
  description: 'Description',
  overview: 'Overview',
  preview: 'Preview',
  is_beta: 'Beta',
  objectives: 'Objectives',
  allowed_plans: 'Allowed plans',
  skill_level: 'Skill level',
  type: 'Type',
  language: 'Language',
  language_version: 'Version',
  code_run_timeout: 'Timeout',
  sql_max_rows: 'Max rows',
};

/** What a person calls a field. */
export function fieldLabel(field: string): string {
  return FIELD_LABELS[field as keyof LessonFields] ?? field.replaceAll('_', ' ');
}
