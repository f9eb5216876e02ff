import { DATASET_FILES_MAX, placeOf } from '#contract/datasets.policy.ts';
import type { DatasetFileInfo } from '#contract/datasets.ts';
import { refused } from '#server/platform/errors.ts';
import { contentPathProblem } from '#server/platform/git/content-path.ts';
import { TakenNames } from '#server/platform/zip/entry-rules.ts';
import { MESSAGES } from '#server/datasets/messages.ts';

/**
 * Looks at the names of an upload before its bytes come.
 * @throws AppError `refused` for names that cannot be files, or that two files share.
 */
export function checkFiles(fileCount: number, files: readonly DatasetFileInfo[]): void {
  if (fileCount !== files.length) throw refused(MESSAGES.wrongCount(fileCount, files.length));
  const places = new Places();
  // A zip is a folder that something lies in.
  for (const file of files) places.take(file.is_directory ? `${placeOf(file)}/0` : file.name, file.name, file.is_directory);
}

/** The paths of one version while they are taken. */
export class Places {
  readonly #names = new TakenNames();
  #count = 0;

  /**
   * @param shown What people know the file by.
   * @param isWithin The path may have folders; else it is one name.
   * @throws AppError `refused` for a path that cannot be taken, and beyond the most files.
   */
  take(path: string, shown = path, isWithin = true): void {
    const problem =
      (!isWithin && path.includes('/') ? 'A file name has no /.' : null) ?? contentPathProblem(path) ?? this.#names.problemOf(path);
    if (problem !== null) throw refused(MESSAGES.badName(shown, problem));
    this.#names.take(path);
    this.#count += 1;
    if (this.#count > DATASET_FILES_MAX) throw refused(MESSAGES.tooManyFiles(DATASET_FILES_MAX));
  }
}
