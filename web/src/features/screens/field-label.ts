import type { ScreenType } from '#contract/screens.ts';
import type { ScreenField } from './screen-form.ts';

const LABELS: Partial<Record<ScreenField, string>> = {
  title: 'Title',
  type: 'Type',
  instructions_markdown: 'Instructions',
  hint_markdown: 'Hint',
  chat_prompt: 'Custom chat prompt',
  initial_code: 'Initial code',
  display_code: 'Display code',
  should_run_display_code: 'Run the display code before the code',
  answer_code: 'Answer code',
  remote_run_code: 'Run and Deploy',
  is_experimental: 'Experimental',
  error_okay: 'Error Okay',
  dynamic_answer: 'Dynamic Answer',
};

/** What a person calls a field of a screen; the first section is called Takeaways on a takeaways screen (A §2). */
export function fieldLabel(field: string, type: ScreenType): string {
  if (field === 'body_markdown') return type === 'takeaways' ? 'Takeaways' : 'Learn';
  return LABELS[field as ScreenField] ?? field;
}
