import { LESSON_STATUSES, type LessonStatus } from '#features/releases/state-labels.policy.ts';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';
import { parsePaging } from '#platform/web/ui/data-table/table-state.ts';

/** The state of the lessons list in its address; what is missing has its default. */
export interface LessonsSearch {
  q?: string;
  /** 'Lesson only' or 'Assessment only'. */
  only?: 'lesson' | 'assessment';
  /** 'Authored by me only'. */
  mine?: true;
  /** 'Unpublished only'. */
  unpublished?: true;
  /** 'Late only'. */
  late?: true;
  /** The email address of an owner; `group:3`: of the people of a group; `none`: lessons without one. */
  owner?: string;
  /** The name of an author. */
  author?: string;
  status?: LessonStatus;
  /** The id of a release. */
  release?: number;
  /** `none`: lessons without code. */
  language?: Language | 'none';
  /** The numbers whose other versions are unfolded: `12,14`. */
  open?: string;
  /** The lessons as cards by stage; absent: as a table. */
  view?: 'board';
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
  const { late, owner, author } = search;
  if (isTrue(late)) found.late = true;
  if (typeof owner === 'string' && owner !== '') found.owner = owner.toLowerCase();
  if (typeof author === 'string' && author !== '') found.author = author;
  const { status, release, language } = search;
  const known = LESSON_STATUSES.find((each) => each === status);
  if (known !== undefined) found.status = known;
  if (/^[1-9]\d{0,9}$/.test(String(release))) found.release = Number(release);
  if (language === 'none' || (typeof language === 'string' && Object.hasOwn(LANGUAGES, language))) found.language = language as Language;
  if (search['view'] === 'board') found.view = 'board';
  const { open } = search;
  if (typeof open === 'string' && /^\d{1,9}(?:,\d{1,9})*$/.test(open)) found.open = open;
  if (typeof sort === 'string' && /^-?[a-z]+$/.test(sort)) found.sort = sort;
  return { ...found, ...parsePaging(search) };
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}

/** True when anything hides rows. */
export function isFiltered(search: LessonsSearch): boolean {
  const { sort: _sort, page: _page, size: _size, open: _open, view: _view, ...filters } = search;
  return Object.values(filters).some((value) => value !== undefined);
}

/** The same address without what hides rows. */
export function withoutFilters({ sort, size, open, view }: LessonsSearch): LessonsSearch {
  return { ...(view && { view }), ...(sort && { sort }), ...(size && { size }), ...(open && { open }) };
}

/** The numbers whose other versions are unfolded. */
export function openNumbers(open: string | undefined): ReadonlySet<number> {
  return new Set(open === undefined ? [] : open.split(',').map(Number));
}

/** The same address with the versions of a number unfolded or folded. */
export function withToggledNumber(search: LessonsSearch, sequence: number): LessonsSearch {
  const { open, ...rest } = search;
  const numbers = new Set(openNumbers(open));
  if (!numbers.delete(sequence)) numbers.add(sequence);
  return numbers.size === 0 ? rest : { ...rest, open: [...numbers].join(',') };
}
