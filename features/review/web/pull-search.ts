/** The state of the pull request page in its address. */
export interface PullSearch {
  /** Folder of the selected lesson; {@link OTHER_FILES}: files outside of the lessons. */
  lesson?: string;
  /** `lines`: the source, line by line; missing: the preview. */
  view?: 'lines';
}

/** Stands for files outside of the lessons. No folder has this name. */
export const OTHER_FILES = '.';

/** Reads the state from an address and ignores invalid parts. */
export function parsePullSearch(search: Record<string, unknown>): PullSearch {
  const found: PullSearch = {};
  const { lesson, view } = search;
  // A folder may look like a number.
  if ((typeof lesson === 'string' || typeof lesson === 'number') && /^[^/]{1,300}$/.test(String(lesson))) found.lesson = String(lesson);
  if (view === 'lines') found.view = view;
  return found;
}
