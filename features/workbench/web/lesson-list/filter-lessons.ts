import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import { dayOf, isOverdue } from '#features/planning/planning.policy.ts';
import { LATEST_RANKS, lessonStatus } from '#features/releases/main-state.policy.ts';
import type { LessonsSearch } from './list-search.ts';

/** The filters of the address that hide rows. */
export type LessonFilters = Pick<
  LessonsSearch,
  'only' | 'mine' | 'unpublished' | 'late' | 'owner' | 'author' | 'status' | 'release' | 'language'
>;

/** {@link LessonFilters}, with the owners that the filter stands for. */
export type RowFilters = Omit<LessonFilters, 'owner'> & { readonly owners?: ReadonlySet<string> };

/** Separates two columns, so that no word is found across them. */
const SEPARATOR = '\n';

/**
 * Rows beside all that can be read of each of them, in lower case. That is put together when a row is first searched, or before by
 * {@link prepare}, and kept for all further words.
 */
export class SearchableLessons {
  readonly rows: readonly LessonRow[];
  readonly #texts: readonly ((row: LessonRow) => string)[];
  readonly #haystacks: string[] = [];
  #prepared = 0;

  /** `texts`: those of the columns that are shown. */
  constructor(rows: readonly LessonRow[], texts: readonly ((row: LessonRow) => string)[]) {
    this.rows = rows;
    this.#texts = texts;
  }

  holds(index: number, words: readonly string[]): boolean {
    const haystack = this.#haystack(index);
    return words.every((word) => haystack.includes(word));
  }

  /** Gets further rows ready while `hasTime`. False: there are more. */
  prepare(hasTime: () => boolean): boolean {
    while (this.#prepared < this.rows.length) {
      if (!hasTime()) return false;
      this.#haystack(this.#prepared++);
    }
    return true;
  }

  #haystack(index: number): string {
    const known = this.#haystacks[index];
    if (known !== undefined) return known;
    const row = this.rows[index];
    const made = row ? this.#texts.map((text) => text(row)).join(SEPARATOR) : '';
    return (this.#haystacks[index] = made.toLowerCase());
  }
}

/** The rows that contain every word of the search and pass every filter, in their order. */
export function filterLessons(
  lessons: SearchableLessons,
  words: readonly string[],
  filters: RowFilters,
  userName: string,
  today: string = dayOf(new Date()),
): readonly LessonRow[] {
  if (words.length === 0 && Object.keys(filters).length === 0) return lessons.rows;
  return lessons.rows.filter(
    (row, index) => passes(row, filters, { userName, today }) && (words.length === 0 || lessons.holds(index, words)),
  );
}

function passes(row: LessonRow, filters: RowFilters, { userName, today }: { userName: string; today: string }): boolean {
  // The type mission is shown as Lesson.
  if (filters.only === 'lesson' && row.type !== 'mission') return false;
  if (filters.only === 'assessment' && !row.is_assessment) return false;
  // The specification compares the author's name with the current user's.
  if (filters.mine && row.author !== userName) return false;
  // What main has, or had, is published.
  if (filters.unpublished && LATEST_RANKS[row.main_state] !== 0) return false;
  if (filters.late && !isOverdue(row, today)) return false;
  if (filters.owners && !filters.owners.has(row.owner ?? 'none')) return false;
  if (filters.author !== undefined && row.author !== filters.author) return false;
  if (filters.status !== undefined && lessonStatus(row) !== filters.status) return false;
  if (filters.release !== undefined && row.release_id !== filters.release) return false;
  if (filters.language !== undefined && (row.language ?? 'none') !== filters.language) return false;
  return true;
}
