import { isOneLine } from '#platform/contract/one-line.ts';

/** Chunk size of our pages in bytes; other clients may choose their own. */
export const DATASET_CHUNK_BYTES = 8 * 1024 * 1024;
/** Files per version; a run finds each of them in its folder. */
export const DATASET_FILES_MAX = 5_000;
/** Characters of a dataset's name, which is also a folder name. */
export const DATASET_NAME_MAX = 100;

const TEXTS = {
  blank: 'A dataset needs a name.',
  long: `A name can have at most ${DATASET_NAME_MAX} characters.`,
  separator: 'A name cannot contain / or \\, because runs find the dataset in a folder with this name.',
  dots: 'A name cannot start with a dot.',
  control: 'A name cannot contain line breaks, control characters or characters that change the text direction.',
} as const;

/** What is wrong with the name of a dataset, which is also its folder in runs; null: it is valid. */
export function datasetNameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return TEXTS.blank;
  if (trimmed.length > DATASET_NAME_MAX) return TEXTS.long;
  if (/[/\\]/.test(trimmed)) return TEXTS.separator;
  if (trimmed.startsWith('.')) return TEXTS.dots;
  return isOneLine(trimmed) ? null : TEXTS.control;
}

/** Number of chunks of `chunkBytes` for a file. An empty file has one, too. */
export function chunkCountOf(bytes: number, chunkBytes: number = DATASET_CHUNK_BYTES): number {
  return Math.max(1, Math.ceil(bytes / chunkBytes));
}

/** The folder that a zip flagged 'Is a directory' is unpacked into: `photos.zip` gives `photos`. */
export function folderOfZip(fileName: string): string {
  return fileName.replace(/\.zip$/i, '');
}

/** Path of an uploaded file in its version, for comparing names. */
export function uploadPath({ name, is_directory }: { readonly name: string; readonly is_directory: boolean }): string {
  return is_directory ? folderOfZip(name) : name;
}
