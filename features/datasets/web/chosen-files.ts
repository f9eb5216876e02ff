import type { DatasetFileInfo, DatasetUpload } from '../contract/datasets.ts';
import { chunkCountOf, DATASET_CHUNK_BYTES, uploadPath } from '../datasets.policy.ts';
import { MESSAGES } from './messages.ts';

/** A file of an upload; `file` is missing until it is chosen again. */
export interface ChosenFile {
  readonly info: DatasetFileInfo & { readonly bytes: number };
  /** Null: must be chosen again, or fully uploaded. */
  readonly file: File | null;
  /** Chunks that the server has. */
  readonly arrived: readonly number[];
}

/** A newly chosen file. */
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

/** Adds files; one with the same name replaces the earlier one. */
export function withFiles(list: readonly ChosenFile[], files: readonly File[]): ChosenFile[] {
  const names = new Set(files.map(({ name }) => name));
  return [...list.filter(({ info }) => !names.has(info.name)), ...files.map(chosen)];
}

/** The uploaded parts of an interrupted upload. Null: it used another chunk size and cannot be resumed here. */
export function filesOfUpload({ files }: Pick<DatasetUpload, 'files'>): ChosenFile[] | null {
  const list = files.flatMap(({ arrived, bytes, ...info }) =>
    bytes === undefined ? [] : [{ info: { ...info, bytes }, file: null, arrived }],
  );
  return list.length === files.length && list.every(({ info }) => info.chunkCount === chunkCountOf(info.bytes)) ? list : null;
}

/** Matches newly chosen files with those of the upload. `strange`: files that don't match. */
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

/** Whether the file must be chosen again before the upload can resume. */
export function isWanted({ info, file, arrived }: ChosenFile): boolean {
  return file === null && arrived.length < info.chunkCount;
}

/** What is wrong with the files; null: nothing. */
export function filesProblem(list: readonly ChosenFile[]): string | null {
  if (list.length === 0) return MESSAGES.filesMissing;
  const notZip = list.find(({ info }) => info.is_directory && !/\.zip$/i.test(info.name));
  if (notZip) return `“${notZip.info.name}”: ${MESSAGES.notZip}`;
  const seen = new Set<string>();
  for (const { info } of list) {
    const place = uploadPath(info).toLowerCase();
    if (seen.has(place)) return MESSAGES.sameName(uploadPath(info));
    seen.add(place);
  }
  return null;
}

/** Size of a chunk in bytes. */
export function bytesOfChunk(info: { readonly bytes: number }, chunk: number): number {
  return Math.max(0, Math.min(DATASET_CHUNK_BYTES, info.bytes - chunk * DATASET_CHUNK_BYTES));
}

/** Total size of some chunks in bytes. */
export function bytesOfChunks(info: { readonly bytes: number }, chunks: readonly number[]): number {
  return chunks.reduce((sum, chunk) => sum + bytesOfChunk(info, chunk), 0);
}

/** Total bytes, and the bytes already uploaded. */
export function totals(list: readonly ChosenFile[]): { arrived: number; total: number } {
  return {
    arrived: list.reduce((sum, { info, arrived }) => sum + bytesOfChunks(info, arrived), 0),
    total: list.reduce((sum, { info }) => sum + info.bytes, 0),
  };
}
