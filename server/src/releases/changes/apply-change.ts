import { writeCourse, writePath } from '#content/course-files.ts';
import type { Files, ScreenContent } from '#content/lesson-content.ts';
import { readLesson } from '#content/read-lesson.ts';
import { isSafePath } from '#content/safe-path.ts';
import { writeLesson } from '#content/write-lesson.ts';
import { placeOf, type ChangeContent, type LessonChange } from './change-content.ts';

/** A change that does not fit what is in the branch. The text is for people. */
export class CannotApplyError extends Error {
  override readonly name = 'CannotApplyError';
}

/**
 * The files of a folder after a change. What the change does not speak of, unknown files included, stays byte
 * by byte as it is.
 *
 * @param folder The folder before; for a change with `copied_from`, the folder that it names; for one with `or_mains`, main's.
 * @param bytes What the change writes into files, by sha256.
 * @throws CannotApplyError when a part of a lesson, or the bytes of a file, are to be written that are not there.
 */
export function applyChange(folder: Files, change: ChangeContent, bytes: ReadonlyMap<string, Uint8Array> = new Map()): Files {
  if (change.deleted) return change.copied_from || change.or_mains ? folder : new Map();
  if (change.kind === 'course') return withUnsafe(folder, change.course ? writeCourse(change.course, folder) : folder);
  if (change.kind === 'path') return withUnsafe(folder, change.path ? writePath(change.path, folder) : folder);
  return applyLessonChange(folder, change, bytes);
}

function applyLessonChange(folder: Files, change: LessonChange, bytes: ReadonlyMap<string, Uint8Array>): Files {
  if (folder.size === 0 && !change.lesson) throw noPlace(change);
  const files = changedFiles(folder, change, bytes);
  if (!change.lesson && !change.screens && !change.screen_order) return files;
  const before = files.size === 0 ? undefined : readLesson(files).lesson;
  const fields = before ? { ...before, ...change.lesson } : change.lesson;
  if (!fields) throw noPlace(change);
  return withUnsafe(files, writeLesson({ ...fields, screens: arrange(before?.screens ?? [], change) }, files, before));
}

function noPlace(change: LessonChange): CannotApplyError {
  return new CannotApplyError(`The folder ${placeOf(change)} is no longer in the branch, so a change of its screens has no place there.`);
}

/** The writers leave out files with names that are not safe on every machine. They are not ours to delete. */
function withUnsafe(before: Files, written: Files): Files {
  return new Map([...written, ...[...before].filter(([path]) => !isSafePath(path))]);
}

/** The folder with the bytes that a change brings, and without those that it takes away. */
function changedFiles(folder: Files, change: LessonChange, bytes: ReadonlyMap<string, Uint8Array>): Files {
  if (!change.files) return folder;
  const after = new Map(folder);
  for (const [path, blob] of Object.entries(change.files)) {
    const content = blob && bytes.get(blob.sha256);
    if (content) after.set(path, content);
    else if (blob) throw new CannotApplyError(`The bytes of ${placeOf(change)}/${path} are no longer stored.`);
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

/** What a commit has to write and delete to make `after` of `before`; paths below the folder. */
export function differences(before: Files, after: Files): { writes: Map<string, Uint8Array>; deletes: string[] } {
  const writes = new Map<string, Uint8Array>();
  for (const [path, bytes] of after) {
    const old = before.get(path);
    if (!old || Buffer.compare(old, bytes) !== 0) writes.set(path, bytes);
  }
  return { writes, deletes: [...before.keys()].filter((path) => !after.has(path)) };
}
