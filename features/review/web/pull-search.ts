import { CURRICULUM_PLACE } from '../curriculum-place.policy.ts';
import type { DiffPlace } from './api.ts';

/** The state of the pull request page in its address. */
export interface PullSearch {
  /** Folder of the selected lesson; {@link OTHER_FILES}: files outside of lessons, courses and paths. */
  lesson?: string;
  /** The selected course or path, by its folder from the root of the repository, if no lesson is selected. */
  curriculum?: string;
  /** `lines`: the source, line by line; missing: the preview. */
  view?: 'lines';
}

/** Stands for files outside of lessons, courses and paths. No folder has this name. */
export const OTHER_FILES = '.';

/** Reads the state from an address and ignores invalid parts. */
export function parsePullSearch(search: Record<string, unknown>): PullSearch {
  const found: PullSearch = {};
  const { lesson, curriculum, view } = search;
  // A folder may look like a number.
  if ((typeof lesson === 'string' || typeof lesson === 'number') && /^[^/]{1,300}$/.test(String(lesson))) found.lesson = String(lesson);
  else if (typeof curriculum === 'string' && CURRICULUM_PLACE.test(curriculum)) found.curriculum = curriculum;
  if (view === 'lines') found.view = view;
  return found;
}

/** The place that an address selects; undefined: none. */
export function placeOf({ lesson, curriculum }: PullSearch): DiffPlace | undefined {
  if (lesson !== undefined) return lesson === OTHER_FILES ? null : { folder: lesson };
  return curriculum === undefined ? undefined : { curriculum };
}

export function pullSearchOf(place: DiffPlace): PullSearch {
  if (place === null) return { lesson: OTHER_FILES };
  return 'folder' in place ? { lesson: place.folder } : place;
}
