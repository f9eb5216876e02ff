import { counted } from '#platform/contract/counted.ts';

/** The texts of replacing. */
export const MESSAGES = {
  previewFailed: 'Couldn’t preview the changes.',
  checkFailed: 'Couldn’t run the checks. Nothing was changed.',
  saveFailed: 'Couldn’t save the changes. Nothing was changed.',
  nothing: 'There is nothing to replace.',
  hint: 'In a regular expression: $1 or ${name} is a group, $& the whole match, $$ a dollar sign.',
  keepsCase: 'Write Color as Colour and COLOR as COLOUR where color becomes colour.',
  stopped: 'There are more matches than are shown here. Replace these, or narrow the search.',
  chosen: (changes: number, lessons: number) => `${counted(changes, 'change')} in ${counted(lessons, 'lesson')}`,
  others: (matches: number) => `${counted(matches, 'match', 'matches')} can’t be replaced`,
  failing: (count: number) =>
    `The checks of ${counted(count, 'screen')} wouldn’t pass. Nothing was saved yet. Screens that you don’t select are left out.`,
  failedBefore: (count: number) => `The checks of ${counted(count, 'screen')} didn’t pass before either.`,
  replaced: (lessons: number) => `Replaced in ${counted(lessons, 'lesson')}.`,
  left: (count: number) => `${counted(count, 'text')} changed since the preview or couldn’t be replaced, and stayed as they are.`,
  nothingSaved: 'Nothing was replaced.',
} as const;
