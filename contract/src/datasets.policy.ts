import { isOneLine } from './one-line.ts';

/** Bytes of a chunk as the pages cut files; other senders may choose their own. */
export const DATASET_CHUNK_BYTES = 8 * 1024 * 1024;
/** Files of one version: a run finds each of them in its folder. */
export const DATASET_FILES_MAX = 5_000;
/** Characters of a dataset's name, which is the name of a folder. */
export const DATASET_NAME_MAX = 100;

const TEXTS = {
  blank: 'A dataset needs a name.',
  long: `A name has at most ${DATASET_NAME_MAX} characters.`,
  separator: 'A name has no / and no \\: runs find the dataset in a folder of this name.',
  dots: 'A name does not begin with a dot.',
  control: 'A name has no line breaks, no control characters and none that turn the direction of text.',
} as const;

/** What is wrong with the name of a dataset (B §5: not blank), which is also the folder that runs find it in; null: nothing. */
export function datasetNameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return TEXTS.blank;
  if (trimmed.length > DATASET_NAME_MAX) return TEXTS.long;
  if (/[/\\]/.test(trimmed)) return TEXTS.separator;
  if (trimmed.startsWith('.')) return TEXTS.dots;
  return isOneLine(trimmed) ? null : TEXTS.control;
}

/** How many chunks of `chunkBytes` a file is sent in. An empty file is sent, too. */
export function chunkCountOf(bytes: number, chunkBytes: number = DATASET_CHUNK_BYTES): number {
  return Math.max(1, Math.ceil(bytes / chunkBytes));
}

/** The folder that a zip flagged 'Is a directory' is unpacked into: `photos.zip` gives `photos`. */
export function folderOfZip(fileName: string): string {
  return fileName.replace(/\.zip$/i, '');
}

/** Where a file of an upload comes to lie in its version, for comparing names. */
export function placeOf({ name, is_directory }: { readonly name: string; readonly is_directory: boolean }): string {
  return is_directory ? folderOfZip(name) : name;
}
