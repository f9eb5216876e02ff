import type { ScreenType } from '#contract/screens.ts';
import type { ScreenField } from './screen-fields.ts';

const LABELS: Partial<Record<ScreenField, string>> = {
  title: 'Title',
  type: 'Type',
  instructions_markdown: 'Instructions',
  hint_markdown: 'Hint',
  chat_prompt: 'Custom chat prompt',
  setup_code: 'Setup code',
  initial_code: 'Initial code',
  display_code: 'Display code',
  should_run_display_code: 'Run the display code before the code',
  answer_code: 'Answer code',
  custom_check_code: 'Custom check',
  legacy_check_code: 'Legacy check',
  format_code_run: 'Format code',
  remote_run_code: 'Remote run code',
  remote_run_only: 'Only Run and Deploy',
  check_val: 'Check value',
  check_scope: 'Where the value is looked for',
  check_output: 'Check output',
  initially_passing: 'The initial code may pass',
  is_experimental: 'Experimental',
  error_okay: 'Error Okay',
  dynamic_answer: 'Dynamic Answer',
};

/** The label of a field of a screen; the first section is called Takeaways on a takeaways screen. */
export function fieldLabel(field: string, type: ScreenType): string {
  if (field === 'body_markdown') return type === 'takeaways' ? 'Takeaways' : 'Learn';
  return LABELS[field as ScreenField] ?? field;
}
