import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { isTerminal } from '#contract/languages.ts';
import { CUSTOM_SETUP_FILE } from '#contract/packages.ts';
import type { Actor } from '#contract/roles.ts';
import { dataFileContent, findAliasClash } from './settings.ts';
import type { FileKind, LessonFileRow, StoredFile } from './queries.ts';
import { getLessonToEdit } from '#server/lessons/access.ts';
import type { StoredLesson } from '#server/lessons/queries.ts';
import type { StoredBlob } from '#server/platform/blobs.ts';
import { alreadyExists, invalid, refused } from '#server/platform/errors.ts';
import type { UploadedFile } from '#server/platform/http/read-form.ts';
import type { Platform } from '#server/platform/platform.ts';
import { checkedFileName } from './file-name.ts';
import { MESSAGES } from './lesson-file-messages.ts';
import { fileSummary, writeFiles } from './write-files.ts';

/** The fields of an upload beside its file. */
export const UploadFields = z.object({ overwrite: z.stringbool().optional() });

type Parts = Pick<Platform, 'db' | 'jobs' | 'live'>;

/** @throws AppError `not_found`; `refused` when the lesson is read only. Before an upload is read, so that nobody waits for a no. */
export async function requireEditable({ db }: Pick<Platform, 'db'>, actor: Actor, lessonId: number): Promise<void> {
  await db.transaction().execute((tx) => getLessonToEdit(tx, actor, lessonId));
}

/**
 * Takes an uploaded file into a lesson. Answers its name.
 *
 * @throws AppError `already_exists` when the name is taken and `overwrite` is not set; `refused` when only upper and lower case
 * differ, or when code finds another file by this name; `invalid` without a file, or with a name that is not safe.
 */
export async function takeUpload(
  platform: Parts & Pick<Platform, 'blobs'>,
  actor: Actor,
  lessonId: number,
  { kind, file, overwrite }: { kind: FileKind; file: UploadedFile | undefined; overwrite: boolean },
): Promise<string> {
  if (!file) throw invalid([{ path: 'file', message: MESSAGES.noFile }]);
  const file_name = checkedFileName(file.name, kind);
  const blob = await platform.blobs.put(createReadStream(file.path));
  await putFile(platform, actor, lessonId, { kind, file_name, blob, overwrite });
  return file_name;
}

interface FileToPut {
  kind: FileKind;
  file_name: string;
  blob: StoredBlob;
  overwrite: boolean;
  /** The hash of what it comes in place of; null: of nothing. Absent: of whatever is there. */
  instead_of?: string | null;
}

/**
 * Makes stored bytes a file of a lesson. False, and nothing is stored: it would come in place of something else than `instead_of`.
 *
 * @throws AppError as {@link takeUpload}.
 */
export async function putFile(
  platform: Parts,
  actor: Actor,
  lessonId: number,
  { kind, file_name, blob, overwrite, instead_of }: FileToPut,
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
      summary: known ? fileSummary('Replace', added, 'of', lesson) : fileSummary('Add', added, 'to', lesson),
    };
  });
  return isInPlace;
}

/** @throws AppError `refused` when a new file would be one with another on some system, or for code. */
export function requireFreeName(file: LessonFileRow, files: readonly StoredFile[]): void {
  const { kind, file_name } = file;
  const twin = files.find((other) => other.kind === kind && other.file_name.toLowerCase() === file_name.toLowerCase());
  if (twin) throw refused(MESSAGES.twin(file_name, twin.file_name));
  if (kind === 'image') return;
  const others = files.filter((other) => other.kind === 'data').map(dataFileContent);
  const clash = findAliasClash(dataFileContent(file), others);
  if (clash) throw refused(MESSAGES.aliasTaken(file_name, clash.file_name));
}

/** Whether a file is the script that prepares every screen of a lesson of the command line (B §2 Setup Files). */
export function isSetupFile(lesson: Pick<StoredLesson, 'fields'>, { kind, file_name }: Pick<LessonFileRow, 'kind' | 'file_name'>): boolean {
  return kind === 'data' && file_name === CUSTOM_SETUP_FILE && isTerminal(lesson.fields.language);
}
