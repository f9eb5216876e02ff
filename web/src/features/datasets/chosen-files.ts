import { chunkCountOf, DATASET_CHUNK_BYTES, placeOf } from '#contract/datasets.policy.ts';
import type { DatasetFileInfo, DatasetUpload } from '#contract/datasets.ts';
import { MESSAGES } from './messages.ts';

/** A file of an upload: what is said of it, and the file itself where it is at hand. */
export interface ChosenFile {
  readonly info: DatasetFileInfo & { readonly bytes: number };
  /** Null: it is to be chosen again, or all of it has arrived. */
  readonly file: File | null;
  /** Chunks that the server has. */
  readonly arrived: readonly number[];
}

/** A file that was chosen just now. */
export function chosen(file: File): ChosenFile {
  return {
    info: {
      name: file.name,
      is_directory: false,
      chunkCount: chunkCountOf(file.size),
      bytes: file.size,
      last_modified: Math.trunc(file.lastModified),
    },
    file,
    arrived: [],
  };
}

/** The files with more of them; one of the same name takes the other's place. */
export function withFiles(list: readonly ChosenFile[], files: readonly File[]): ChosenFile[] {
  const names = new Set(files.map(({ name }) => name));
  return [...list.filter(({ info }) => !names.has(info.name)), ...files.map(chosen)];
}

/** What of an interrupted upload is there. Null: it was cut by another measure, and cannot go on here. */
export function filesOfUpload({ files }: Pick<DatasetUpload, 'files'>): ChosenFile[] | null {
  const list = files.flatMap(({ arrived, bytes, ...info }) =>
    bytes === undefined ? [] : [{ info: { ...info, bytes }, file: null, arrived }],
  );
  return list.length === files.length && list.every(({ info }) => info.chunkCount === chunkCountOf(info.bytes)) ? list : null;
}

/** Puts files that were chosen again in their places. `strange`: those that have none. */
export function matchFiles(list: readonly ChosenFile[], files: readonly File[]): { list: ChosenFile[]; strange: string[] } {
  const isOf = (file: File, { info }: ChosenFile) =>
    file.name === info.name &&
    file.size === info.bytes &&
    (info.last_modified === undefined || Math.trunc(file.lastModified) === info.last_modified);
  return {
    list: list.map((each) => ({ ...each, file: files.find((file) => isOf(file, each)) ?? each.file })),
    strange: files.filter((file) => !list.some((each) => isOf(file, each))).map(({ name }) => name),
  };
}

/** Whether a file is still needed here before the upload can go on. */
export function isWanted({ info, file, arrived }: ChosenFile): boolean {
  return file === null && arrived.length < info.chunkCount;
}

/** What is wrong with the files; null: they can be sent (B §5). */
export function filesProblem(list: readonly ChosenFile[]): string | null {
  if (list.length === 0) return MESSAGES.filesMissing;
  const notZip = list.find(({ info }) => info.is_directory && !/\.zip$/i.test(info.name));
  if (notZip) return `“${notZip.info.name}”: ${MESSAGES.notZip}`;
  const seen = new Set<string>();
  for (const { info } of list) {
    const place = placeOf(info).toLowerCase();
    if (seen.has(place)) return MESSAGES.sameName(placeOf(info));
    seen.add(place);
  }
  return null;
}

/** Bytes of a chunk of a file. */
export function bytesOfChunk(info: { readonly bytes: number }, chunk: number): number {
  return Math.max(0, Math.min(DATASET_CHUNK_BYTES, info.bytes - chunk * DATASET_CHUNK_BYTES));
}

/** Bytes of these chunks of a file together. */
export function bytesOfChunks(info: { readonly bytes: number }, chunks: readonly number[]): number {
  return chunks.reduce((sum, chunk) => sum + bytesOfChunk(info, chunk), 0);
}

/** Bytes of all files together, and those of them that have arrived. */
export function totals(list: readonly ChosenFile[]): { arrived: number; total: number } {
  return {
    arrived: list.reduce((sum, { info, arrived }) => sum + bytesOfChunks(info, arrived), 0),
    total: list.reduce((sum, { info }) => sum + info.bytes, 0),
  };
}
