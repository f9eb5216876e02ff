import { screenFolder } from '#features/documents/rules/folder-name.ts';
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

/** The screen whose folder has this name. Folders are named after titles; undefined: the title was changed since. */
export function findLinkedScreen<S extends { readonly title: string }>(screens: readonly S[], folder: string): S | undefined {
  const taken: string[] = [];
  return screens.find(({ title }) => {
    const name = screenFolder(title, taken);
    taken.push(name);
    return name === folder;
  });
}
