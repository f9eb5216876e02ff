import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';

const LESSON_FIELDS: Readonly<Record<string, string>> = {
  sequence: 'Number',
  is_beta: 'Beta',
  code_run_timeout: 'Timeout',
  language_version: 'Version',
  text_language: 'Text language',
  sql_max_rows: 'Max rows',
  app_ports: 'Application ports',
  enabled_features: 'Features',
  custom_check_enabled: 'Custom answer checking',
  legacy_check_enabled: 'Legacy answer checking',
  show_expected_values: 'Show expected values to learners',
  mode: 'Mode',
  assessment_tries: 'Tries',
  show_last_value: 'Show the value of the last expression',
  due: 'Due date',
  screens: 'Order of the screens',
};

const COURSE_FIELDS: Readonly<Record<string, string>> = {
  sequence: 'Number',
  skill_level: 'Level',
  duration: 'Time estimate',
  objectives: 'Learning objectives',
  hidden: 'Default version',
  lessons: 'Lessons and their order',
  courses: 'Courses and their order',
  steps: 'Order of the steps',
};

/** Label of a lesson field. */
export function lessonLabel(field: string): string {
  return LESSON_FIELDS[field] ?? inWords(field);
}

/** Label of a field of a course, a path or a step. */
export function courseLabel(field: string): string {
  return COURSE_FIELDS[field] ?? inWords(field);
}

/** Label of a screen: `Screen 3 “Loops”`. `index` counts from 0. */
export function screenName(screen: Pick<ScreenContent, 'fields'>, index: number): string {
  const { title } = screen.fields;
  return title === '' ? `Screen ${index + 1}` : `Screen ${index + 1} “${title}”`;
}

/** Label of a field of a screen. */
export function screenContentLabel(screen: Pick<ScreenContent, 'fields'>, field: string): string {
  if (field === 'answer_variables') return 'Checked variables';
  return screenFieldLabel(field, screen.fields.type) ?? inWords(field);
}

/** `meta_title` → `Meta title`. */
function inWords(field: string): string {
  const words = field.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
