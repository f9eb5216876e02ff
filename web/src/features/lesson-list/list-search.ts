import { parsePaging } from '#web/ui/data-table/page-size.ts';

/** The state of the lessons list in its address; what is missing has its default. */
export interface LessonsSearch {
  q?: string;
  /** 'Lesson only' or 'Assessment only'. */
  only?: 'lesson' | 'assessment';
  /** 'Authored by me only'. */
  mine?: true;
  /** 'Unpublished only'. */
  unpublished?: true;
  /** `title`, `-updated`. */
  sort?: string;
  page?: number;
  /** Rows on a page; absent: all of them. */
  size?: number;
}

/** Parses an address. Invalid parts are ignored: addresses are typed and shared by people. */
export function parseLessonsSearch(search: Record<string, unknown>): LessonsSearch {
  const found: LessonsSearch = {};
  const { q, only, mine, unpublished, sort } = search;
  if (typeof q === 'string' && q !== '') found.q = q;
  if (only === 'lesson' || only === 'assessment') found.only = only;
  if (isTrue(mine)) found.mine = true;
  if (isTrue(unpublished)) found.unpublished = true;
  if (typeof sort === 'string' && /^-?[a-z]+$/.test(sort)) found.sort = sort;
  return { ...found, ...parsePaging(search) };
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** True when anything hides rows. */
export function isFiltered(search: LessonsSearch): boolean {
  return search.q !== undefined || search.only !== undefined || search.mine === true || search.unpublished === true;
}

/** The same address without what hides rows. */
export function withoutFilters({ sort, size }: LessonsSearch): LessonsSearch {
  return { ...(sort ? { sort } : {}), ...(size ? { size } : {}) };
}
