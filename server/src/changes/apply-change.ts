import type { Files, LessonContent, ScreenContent } from '#content/lesson-content.ts';
import { readLesson } from '#content/read-lesson.ts';
import { isSafePath } from '#content/safe-path.ts';
import { writeLesson } from '#content/write-lesson.ts';
import type { ChangeContent } from './change-content.ts';

/** A change that does not fit what is in the branch. The text is for people. */
export class CannotApplyError extends Error {
  override readonly name = 'CannotApplyError';
}

/**
 * The files of a lesson folder after a change. What the change does not speak of, unknown files included, stays byte
 * by byte as it is.
 *
 * @param files The folder before; for a change with `copied_from`, the folder that it names.
 * @throws CannotApplyError when a part of a lesson is to be written that is not there.
 */
export function applyChange(files: Files, change: ChangeContent): Files {
  if (change.deleted) return change.copied_from ? files : new Map();
  if (files.size === 0 && !change.lesson) {
    throw new CannotApplyError(
      `The folder lessons/${change.folder} is no longer in the branch, so a change of its screens has no place there.`,
    );
  }
  if (!change.lesson && !change.screens && !change.screen_order) return files;
  const after = writeLesson(changedLesson(files, change), files);
  // The writer leaves out files with names that are not safe on every machine. They are not ours to delete.
  for (const [path, bytes] of files) if (!isSafePath(path)) after.set(path, bytes);
  return after;
}

function changedLesson(files: Files, change: ChangeContent): LessonContent {
  if (files.size === 0 && change.lesson) return { ...change.lesson, screens: arrange([], change) };
  const { lesson } = readLesson(files);
  return { ...lesson, ...change.lesson, screens: arrange(lesson.screens, change) };
}

function arrange(before: readonly ScreenContent[], { screens = {}, screen_order = [] }: ChangeContent): ScreenContent[] {
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
