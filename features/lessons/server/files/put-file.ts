import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { findPathClash, isNewDataPath } from '#features/lesson-files/rules/data-path.ts';
import {
  dataFileContent,
  findAliasClash,
  type FileKind,
  type LessonFileRow,
  type StoredFile,
} from '#features/lesson-files/server/index.ts';
import type { StoredLesson } from '#features/lesson-store/server/index.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { caseFolded } from '#platform/content/file-names.ts';
import { isSafeName } from '#platform/content/safe-path.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { StoredBlob } from '#platform/server/blobs.ts';
import { newPathProblem } from '#platform/server/content-path.ts';
import { alreadyExists, invalid, refused } from '#platform/server/errors.ts';
import type { UploadedFile } from '#platform/server/http/read-form.ts';
import type { Platform } from '#platform/server/platform.ts';
import { MESSAGES } from './lesson-file-messages.ts';
import { fileSummary, writeFiles } from './write-files.ts';

/**
 * Normalizes the name of an upload: browsers send accented letters in one of two encodings.
 * @throws AppError `invalid` for a name that is not safe on every system.
 */
function checkedFileName(input: string, kind: FileKind, folder: string): string {
  const name = input.normalize('NFC');
  if (isSafeName(name) && kind === 'data') return checkedDataPath(folder === '' ? name : `${folder}/${name}`, 'file');
  if (!isSafeName(name) || newPathProblem(`images/${name}`) !== null) throw invalid([{ path: 'file', message: MESSAGES.unsafeName }]);
  return name;
}

/**
 * Normalizes the path of a new data file.
 * @param field The field that has it.
 * @throws AppError `invalid` for a path that is not safe on every system.
 */
export function checkedDataPath(input: string, field: string): string {
  const path = input.normalize('NFC');
  if (!isNewDataPath(path) || newPathProblem(`files/${path}`) !== null) throw invalid([{ path: field, message: MESSAGES.unsafeName }]);
  return path;
}

/** The form fields of an upload besides its file. */
export const UploadFields = z.object({ overwrite: z.stringbool().optional(), folder: z.string().max(300).optional() });

type Deps = Pick<Platform, 'db' | 'jobs' | 'live'>;

/**
 * Adds an uploaded file to a lesson. Returns its name.
 *
 * @throws AppError `already_exists` if the name is taken and `overwrite` is not set; `refused` if only case differs, or
 * if code opens another file by this name; `invalid` without a file, or for an unsafe name.
 */
export async function addUploadedFile(
  platform: Deps & Pick<Platform, 'blobs'>,
  actor: Actor,
  lessonId: number,
  { kind, file, overwrite, folder = '' }: { kind: FileKind; file: UploadedFile | undefined; overwrite: boolean; folder?: string },
): Promise<string> {
  if (!file) throw invalid([{ path: 'file', message: MESSAGES.noFile }]);
  const file_name = checkedFileName(file.name, kind, folder);
  const blob = await platform.blobs.put(createReadStream(file.path));
  await putFile(platform, actor, lessonId, { kind, file_name, blob, overwrite });
  return file_name;
}

interface FileToPut {
  kind: FileKind;
  file_name: string;
  blob: StoredBlob;
  overwrite: boolean;
  /** The hash of the file to replace; null: none may exist. Omitted: replace any file. */
  instead_of?: string | null;
  /** Its text is saved by itself, or by hand ({@link writeFiles}). */
  by?: 'itself' | 'hand';
}

/**
 * Adds stored bytes to a lesson as a file. Returns false, and stores nothing, if it would replace anything else than
 * `instead_of`.
 *
 * @throws AppError as {@link addUploadedFile}.
 */
export async function putFile(
  platform: Deps,
  actor: Actor,
  lessonId: number,
  { kind, file_name, blob, overwrite, instead_of, by }: FileToPut,
): Promise<boolean> {
  let isInPlace = true;
  await writeFiles(platform, actor, lessonId, async (_tx, lesson, files) => {
    const known = files.find((file) => file.kind === kind && file.file_name === file_name);
    isInPlace = instead_of === undefined || instead_of === (known?.sha256 ?? null);
    if (known && !overwrite) throw alreadyExists(MESSAGES.nameTaken(file_name));
    const added: LessonFileRow = { kind, file_name, settings: {}, ...known, ...blob };
    if (!known) requireFreeName(added, files);
    return {
      files: isInPlace ? [...files.filter((file) => file !== known), added] : files,
      action: known ? `${kind}-file.replace` : `${kind}-file.add`,
      file_name,
      ...(by && { by }),
      summary: known ? fileSummary('Replace', added, 'of', lesson) : fileSummary('Add', added, 'to', lesson),
    };
  });
  return isInPlace;
}

/** @throws AppError `refused` if a new file clashes with another one on some systems, or for code. */
export function requireFreeName(file: LessonFileRow, files: readonly StoredFile[]): void {
  const { kind, file_name } = file;
  const ofKind = files.filter((other) => other.kind === kind);
  const twin = ofKind.find((other) => caseFolded(other.file_name) === caseFolded(file_name));
  if (twin) throw refused(MESSAGES.twin(file_name, twin.file_name));
  if (kind === 'image') return;
  const others = ofKind.map(dataFileContent);
  requireFreePath(file_name, others);
  const clash = findAliasClash(dataFileContent(file), others);
  if (clash) throw refused(MESSAGES.aliasTaken(file_name, clash.file_name));
}

/** @throws AppError `refused` if some systems can't store a data file beside the others. */
export function requireFreePath(file_name: string, others: readonly Pick<LessonFileRow, 'file_name'>[]): void {
  const clash = findPathClash(
    file_name,
    others.map((other) => other.file_name),
  );
  if (clash) throw refused(MESSAGES.pathClash[clash.kind](file_name, clash.other));
}

/** Whether a file is the script that prepares every screen of a command line lesson. */
export function isSetupFile(lesson: Pick<StoredLesson, 'fields'>, { kind, file_name }: Pick<LessonFileRow, 'kind' | 'file_name'>): boolean {
  return kind === 'data' && file_name === CUSTOM_SETUP_FILE && isTerminal(lesson.fields.language);
}
