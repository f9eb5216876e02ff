/** The state of the pull request page as it stands in its address. */
export interface PullSearch {
  /** Folder of the lesson whose changes are shown; {@link OTHER_FILES}: what is outside of the lessons. */
  lesson?: string;
  /** `lines`: as text, line by line; left out: as it is read. */
  view?: 'lines';
}

/** Stands for what is outside of the lessons. No folder has this name. */
export const OTHER_FILES = '.';

/** Reads an address. Whatever makes no sense there is left out. */
export function parsePullSearch(search: Record<string, unknown>): PullSearch {
  const found: PullSearch = {};
  const { lesson, view } = search;
  // Addresses are texts, and a folder may be a number.
  if ((typeof lesson === 'string' || typeof lesson === 'number') && /^[^/]{1,300}$/.test(String(lesson))) found.lesson = String(lesson);
  if (view === 'lines') found.view = view;
  return found;
}
