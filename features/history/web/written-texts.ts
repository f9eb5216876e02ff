/** The texts of a screen whose lines have authors, in the order of the fields. */
export const WRITTEN_TEXTS = [
  'body_markdown',
  'instructions_markdown',
  'hint_markdown',
  'setup_code',
  'initial_code',
  'display_code',
  'answer_code',
  'custom_check_code',
  'unit_test_code',
] as const;
