import type { LessonRow } from '#features/lessons/contract/lessons.ts';

/** The author of the lessons that a new product comes with (app/server/sample-content). */
const SAMPLE_AUTHOR = 'Lessonwright samples';

/** Whether no one has written a lesson yet. */
export function isWithoutOwnLessons(rows: readonly LessonRow[]): boolean {
  return rows.every((row) => row.is_main && row.author === SAMPLE_AUTHOR);
}

/** The numbers of the samples, as text: `101 to 107`; empty: there are none. */
export function sampleNumbers(rows: readonly LessonRow[]): string {
  const numbers = rows.flatMap((row) => (row.author === SAMPLE_AUTHOR ? [row.sequence] : []));
  if (numbers.length === 0) return '';
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return first === last ? String(first) : `${first} to ${last}`;
}
