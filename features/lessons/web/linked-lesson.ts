import { screenFolder } from '#features/documents/rules/folder-name.ts';
import { contentKey } from '#platform/content/lesson-link.ts';
import type { LessonRow } from '../contract/lessons.ts';

/** The version of a lesson that a link means: that of the release with the text, or the published one. Undefined: neither exists. */
export function findLinkedLesson<R extends Pick<LessonRow, 'sequence' | 'release_id' | 'is_main'>>(
  rows: readonly R[],
  sequence: number,
  releaseId: number,
): R | undefined {
  const versions = rows.filter((row) => row.sequence === sequence);
  return versions.find((row) => row.release_id === releaseId) ?? versions.find(({ is_main }) => is_main);
}

/** The screen with this key; or whose folder has this name: folders are named after titles. Undefined: neither, or the title was changed. */
export function findLinkedScreen<S extends { readonly title: string; readonly uuid: string }>(
  screens: readonly S[],
  name: string,
  isKey: boolean,
): S | undefined {
  if (isKey) return screens.find(({ uuid }) => contentKey(uuid) === name);
  const taken: string[] = [];
  return screens.find(({ title }) => {
    const folder = screenFolder(title, taken);
    taken.push(folder);
    return folder === name;
  });
}
