import type { LessonFields } from '#features/lessons/contract/lessons.ts';

/** The labels of the fields of a lesson. */
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
  related_lesson: 'Related lesson number',
  related_lessons: 'Related lessons',
  skill_topics: 'Practice skill topics',
  tools: 'Project tools',
  skill_requirements: 'Project prerequisites',
  solution_notebook: 'Solution notebook',
  enabled_features: 'Features',
  language: 'Language',
  language_version: 'Version',
  text_language: 'Text language',
  code_run_timeout: 'Timeout',
  sql_max_rows: 'Max rows',
  app_ports: 'Application ports',
  custom_check_enabled: 'Custom answer checking',
  legacy_check_enabled: 'Legacy answer checking',
  show_expected_values: 'Show expected values to learners',
  mode: 'Mode',
  assessment_tries: 'Tries',
  show_last_value: 'Show the value of the last expression',
  owner: 'Owner',
  reviewer: 'Reviewer',
  due: 'Due date',
  stage: 'Stage',
};

/** What a person calls a field. */
export function lessonFieldLabel(field: string): string {
  return FIELD_LABELS[field as keyof LessonFields] ?? field.replaceAll('_', ' ');
}
