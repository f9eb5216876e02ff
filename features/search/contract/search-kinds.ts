// Apart from the schemas, so that a page shows them without zod.

/** The kinds of texts that are searched, with what people read for them. A new kind also needs a row in search_texts' check. */
export const SEARCH_KINDS = {
  title: 'Titles',
  text: 'Text',
  instructions: 'Instructions',
  hint: 'Hints',
  prompt: 'Chat prompts',
  initial: 'Initial code',
  display: 'Display code',
  setup: 'Setup code',
  answer: 'Answer code',
  other_code: 'Other code',
  check: 'Checks',
  question: 'Questions',
  option: 'Answers and feedback',
  test: 'Screen tests',
  alt: 'Alternative texts',
  details: 'Lesson details',
  file_name: 'File names',
  file: 'Files',
  comment: 'Comments',
} as const;

export type SearchKind = keyof typeof SEARCH_KINDS;
export const SEARCH_KIND_NAMES = Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]];

/** The kinds of things that have texts. */
export const SEARCH_DOCUMENTS = ['lesson', 'screen', 'file', 'comment', 'course', 'path', 'step'] as const;

/** The longest text that is searched for. */
export const SEARCH_TEXT_MAX = 1_000;
