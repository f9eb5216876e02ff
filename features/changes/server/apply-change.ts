import type { DataFileContent, Files, LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import { changeFolder, type ChangeContent, type LessonChange } from './change-content.ts';

/** A change that doesn't fit the branch's content. The message is for users. */
export class CannotApplyError extends Error {
  override readonly name = 'CannotApplyError';
}

/**
 * Returns a folder's files after a change. Everything the change doesn't mention, unknown files included, stays byte
 * for byte the same.
 *
 * @param folder The folder before; for a change with `copied_from`, the folder it names; for one with `or_mains`,
 * main's.
 * @param bytes The contents of files the change writes, by sha256.
 * @throws CannotApplyError if a part of a lesson, or the bytes of a file, are missing.
 */
export function applyChange(folder: Files, change: ChangeContent, bytes: ReadonlyMap<string, Uint8Array> = new Map()): Files {
  if (change.deleted) return change.copied_from || change.or_mains ? folder : new Map();
  if (change.kind === 'course') return withUnsafe(folder, change.course ? COURSE_FORMAT.write(change.course, folder) : folder);
  if (change.kind === 'path') return withUnsafe(folder, change.path ? PATH_FORMAT.write(change.path, folder) : folder);
  return applyLessonChange(folder, change, bytes);
}

function applyLessonChange(folder: Files, change: LessonChange, bytes: ReadonlyMap<string, Uint8Array>): Files {
  if (folder.size === 0 && !change.lesson) throw missingFolder(change);
  const files = changedFiles(folder, change, bytes);
  if (!change.lesson && !change.screens && !change.screen_order) return files;
  const before = files.size === 0 ? undefined : readLesson(files, knownScreens(change)).lesson;
  const fields = before ? { ...before, ...change.lesson } : change.lesson;
  if (!fields) throw missingFolder(change);
  const data_files = [...fields.data_files, ...unlistedInFolders(fields, before?.data_files ?? [])];
  return withUnsafe(files, writeLesson({ ...fields, data_files, screens: arrange(before?.screens ?? [], change) }, files, before));
}

/**
 * Data files in folders that the change doesn't mention. They stay: rows that an earlier version imported don't list them, because it
 * left folders unread. A change that removes one says so in its files.
 */
function unlistedInFolders({ data_files }: Pick<LessonContent, 'data_files'>, before: readonly DataFileContent[]): DataFileContent[] {
  const listed = new Set(data_files.map(({ file_name }) => file_name));
  return before.filter(({ file_name }) => file_name.includes('/') && !listed.has(file_name));
}

/** The screens of a change, which distinguish a screen from its copies. */
function knownScreens({ screens = {} }: LessonChange): ScreenContent[] {
  return Object.values(screens).filter((screen) => screen !== null);
}

function missingFolder(change: LessonChange): CannotApplyError {
  return new CannotApplyError(
    `The folder ${changeFolder(change)} is no longer on the branch, so a change of its screens cannot be committed.`,
  );
}

/** The writers skip files whose names are not safe on every system. They must not be deleted. */
function withUnsafe(before: Files, written: Files): Files {
  return new Map([...written, ...[...before].filter(([path]) => !isSafePath(path))]);
}

/** The folder with the files that a change adds, and without those it removes. */
function changedFiles(folder: Files, change: LessonChange, bytes: ReadonlyMap<string, Uint8Array>): Files {
  if (!change.files) return folder;
  const after = new Map(folder);
  for (const [path, blob] of Object.entries(change.files)) {
    const content = blob && bytes.get(blob.sha256);
    if (content) after.set(path, content);
    else if (blob) throw new CannotApplyError(`The bytes of ${changeFolder(change)}/${path} are no longer stored.`);
    else after.delete(path);
  }
  return after;
}

function arrange(before: readonly ScreenContent[], { screens = {}, screen_order = [] }: LessonChange): ScreenContent[] {
  const after = new Map(before.map((screen) => [screen.uuid, screen]));
  for (const [uuid, screen] of Object.entries(screens)) {
    if (screen === null) after.delete(uuid);
    else after.set(uuid, screen);
  }
  const uuids = new Set([...screen_order, ...after.keys()]);
  return [...uuids].flatMap((uuid) => after.get(uuid) ?? []);
}

/** What a commit has to write and delete to turn `before` into `after`; paths below the folder. */
export function folderDifferences(before: Files, after: Files): { writes: Map<string, Uint8Array>; deletes: string[] } {
  const writes = new Map<string, Uint8Array>();
  for (const [path, bytes] of after) {
    const old = before.get(path);
    if (!old || Buffer.compare(old, bytes) !== 0) writes.set(path, bytes);
  }
  return { writes, deletes: [...before.keys()].filter((path) => !after.has(path)) };
}
