import { newPathProblem } from '#platform/server/content-path.ts';
import { refused } from '#platform/server/errors.ts';
import { UniqueNames } from '#platform/server/zip/entry-rules.ts';
import type { DatasetFileInfo } from '../../contract/datasets.ts';
import { DATASET_FILES_MAX, uploadPath } from '../../datasets.policy.ts';
import { MESSAGES } from '../messages.ts';

/**
 * Checks the names of an upload before its bytes arrive.
 * @throws AppError `refused` for names that can't be files, or that two files share.
 */
export function checkFiles(fileCount: number, files: readonly DatasetFileInfo[]): void {
  if (fileCount !== files.length) throw refused(MESSAGES.wrongCount(fileCount, files.length));
  const paths = new VersionPaths();
  // A zip becomes a folder, so its name is reserved like one.
  for (const file of files) paths.take(file.is_directory ? `${uploadPath(file)}/0` : file.name, file.name, file.is_directory);
}

/** The paths of one version, collected one by one. */
export class VersionPaths {
  readonly #names = new UniqueNames();
  #count = 0;

  /**
   * @param shown The file's name in messages.
   * @param isWithin Whether the path may have folders; otherwise it is a single name.
   * @throws AppError `refused` for an invalid path, and beyond the maximum number of files.
   */
  take(path: string, shown = path, isWithin = true): void {
    const problem =
      (!isWithin && path.includes('/') ? 'A file name has no /.' : null) ?? newPathProblem(path) ?? this.#names.problemOf(path);
    if (problem !== null) throw refused(MESSAGES.badName(shown, problem));
    this.#names.take(path);
    this.#count += 1;
    if (this.#count > DATASET_FILES_MAX) throw refused(MESSAGES.tooManyFiles(DATASET_FILES_MAX));
  }
}
