import type { ScreenFields, ScreenType } from './screens.ts';

// Apart from the schemas, so that a page shows them without zod.

/** What people read for the types of screens. */
export const SCREEN_TYPES = { text: 'Text', code: 'Code', takeaways: 'Takeaways' } as const;

/** What people call the fields of a screen, in the order of the fields. The first section is called Takeaways on a takeaways screen. */
export const SCREEN_FIELD_LABELS = {
  title: 'Title',
  type: 'Type',
  body_markdown: 'Learn',
  instructions_markdown: 'Instructions',
  hint_markdown: 'Hint',
  success_markdown: 'Success',
  chat_prompt: 'Custom chat prompt',
  values: 'Values',
  setup_code: 'Setup code',
  initial_code: 'Initial code',
  display_code: 'Display code',
  should_run_display_code: 'Run the display code before the code',
  inputs: 'Input',
  answer_code: 'Answer code',
  custom_check_code: 'Custom check',
  legacy_check_code: 'Legacy check',
  unit_test_code: 'Unit tests',
  unit_test_framework: 'Test framework',
  unit_test_module: 'File of the submission',
  unit_test_shows: 'What learners see when a test fails',
  format_code_run: 'Format code',
  remote_run_code: 'Remote run code',
  remote_run_only: 'Only Run and Deploy',
  is_experimental: 'Experimental',
  error_okay: 'Error Okay',
  dynamic_answer: 'Dynamic Answer',
  check_output: 'Check output',
  check_val: 'Check value',
  check_scope: 'Search in',
  initially_passing: 'The initial code may pass',
  runs_after: 'Runs after',
  starts_from: 'Starts from',
  solution_after: 'Solution after',
} as const satisfies Readonly<Record<keyof ScreenFields, string>>;

/** What people call a field of a screen of this type; null: this is no field of screens. */
export function screenFieldLabel(field: string, type: ScreenType): string | null {
  if (field === 'body_markdown' && type === 'takeaways') return SCREEN_TYPES.takeaways;
  return Object.hasOwn(SCREEN_FIELD_LABELS, field) ? SCREEN_FIELD_LABELS[field as keyof ScreenFields] : null;
}
