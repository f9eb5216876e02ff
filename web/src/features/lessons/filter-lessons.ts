import type { LessonRow } from '#contract/lessons.ts';
import type { LessonsSearch } from './list-search.ts';

/** A row beside all that can be read of it, in lower case: made for the first word that is sought, and kept for all further ones. */
export interface SearchableLesson {
  row: LessonRow;
  readonly haystack: string;
}

/** Stands between two columns, so that no word is found across them. */
const SEPARATOR = '\n';

/** Makes rows ready to be sought through, by the texts of the columns that are shown. */
export function makeSearchable(rows: readonly LessonRow[], texts: readonly ((row: LessonRow) => string)[]): SearchableLesson[] {
  return rows.map((row) => {
    let made: string | null = null;
    return {
      row,
      get haystack() {
        made ??= texts
          .map((text) => text(row))
          .join(SEPARATOR)
          .toLowerCase();
        return made;
      },
    };
  });
}

/** The rows that hold every sought word and pass every filter of A §2, in the order they came in. */
export function filterLessons(
  lessons: readonly SearchableLesson[],
  words: readonly string[],
  filters: Pick<LessonsSearch, 'only' | 'mine' | 'unpublished'>,
  userName: string,
): LessonRow[] {
  const found: LessonRow[] = [];
  for (const { row, haystack } of lessons) {
    if (passes(row, filters, userName) && words.every((word) => haystack.includes(word))) found.push(row);
  }
  return found;
}

function passes(row: LessonRow, filters: Pick<LessonsSearch, 'only' | 'mine' | 'unpublished'>, userName: string): boolean {
  // A §9: the type mission is shown as Lesson.
  if (filters.only === 'lesson' && row.type !== 'mission') return false;
  if (filters.only === 'assessment' && !row.is_assessment) return false;
  // A §6: compares the author's name with the current user's.
  if (filters.mine && row.author !== userName) return false;
  if (filters.unpublished && row.release_status === 'Published') return false;
  return true;
}
