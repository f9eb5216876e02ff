import { counted } from '#platform/contract/counted.ts';

export const MESSAGES = {
  searchFailed: 'Couldn’t search. Try again.',
  savedFailed: 'Couldn’t load your saved searches.',
  start: 'Search the text, code, questions, checks, comments and files of every lesson, course and path that you can open.',
  tips: 'Type a word or a phrase. Use the arrow keys to move through the results and Enter to open one.',
  none: 'Nothing matches.',
  noneFiltered: 'Nothing matches with these filters.',
  many: 'There are more matches than one search can show. Search for more letters, or use the filters.',
  time: 'The search stopped after its time limit, so some matches are missing. Search for more letters, or use the filters.',
  searching: 'Searching…',
  pending: (count: number) => `${counted(count, 'change')} ${count === 1 ? "isn't" : "aren't"} searched yet. They will be in a moment.`,
  found: (matches: number, lessons: number, isCut: boolean) =>
    `${isCut ? 'At least ' : ''}${counted(matches, 'match', 'matches')} in ${counted(lessons, 'lesson, course or path', 'lessons, courses and paths')}`,
} as const;
