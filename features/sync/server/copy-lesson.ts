import { recordChange } from '#features/changes/server/index.ts';
import { lessonFolder, uniqueName } from '#features/documents/rules/folder-name.ts';
import { listLessonFiles, setLessonFiles } from '#features/lesson-files/server/index.ts';
import { addLessons, findLessonInRelease, listReleaseLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { findMainRelease, type StoredRelease } from '#features/releases/server/index.ts';
import { recordFirstRevisions } from '#features/revisions/server/index.ts';
import { addScreensOfMany, listScreenContents, screenHash } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { alreadyStored } from '#platform/server/unique-violation.ts';
import { keepBase } from './base-queries.ts';
import { fullLessonChange } from './full-lesson-change.ts';

interface Copy {
  lesson: StoredLesson;
  target: StoredRelease;
  actor: Actor;
  summary: string;
  /** Copies of one batch share a commit; omitted: its own commit. */
  batch?: string;
}

/**
 * Copies a whole lesson into another release (clone, copy): metadata, screens, questions, skills, data files, packages
 * and tests, but not comments. The copy keeps the uuid: it is another version of the same lesson. Returns the copy's
 * id.
 *
 * @throws AppError `already_exists` if another call took the number after the caller looked.
 */
export async function copyLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  { lesson, target, actor, summary, batch }: Copy,
): Promise<number> {
  const screens = await listScreenContents(tx, lesson.id);
  const hashes = screens.map(screenHash);
  const files = await listLessonFiles(tx, lesson.id);
  const folder = await folderInTarget(tx, lesson, target);
  const { uuid, sequence, fields, attached } = lesson;
  const [added] = await addLessons(tx, [
    { uuid, sequence, fields, attached, folder, release_id: target.id, screens: hashes, files, actor },
  ]);
  if (!added) throw alreadyStored('lessons_sequence');
  await keepBase(tx, { from: lesson.id, to: added.id });
  await addScreensOfMany(tx, [{ lesson_id: added.id, screens, hashes, actor }]);
  await setLessonFiles(tx, added.id, files);
  await recordFirstRevisions(tx, [added.id]);
  await recordChange(tx, platform, {
    release_id: target.id,
    lesson_id: added.id,
    screen_id: null,
    actor,
    message: null,
    summary,
    batch: batch ?? null,
    content: await fullLessonChange(tx, lesson, folder),
  });
  return added.id;
}

/**
 * Returns the folder of a lesson in another release: main's folder if main has the lesson, so that the copy replaces it
 * on the branch; else its own, unless main or the release uses that for another lesson.
 */
export async function folderInTarget(tx: Tx, lesson: StoredLesson, target: StoredRelease): Promise<string> {
  const main = await findMainRelease(tx);
  const published = main && (await findLessonInRelease(tx, main.id, { sequence: lesson.sequence }));
  if (published) return published.folder;
  const [inMain, inTarget] = [
    main && (await findLessonInRelease(tx, main.id, { folder: lesson.folder })),
    await findLessonInRelease(tx, target.id, { folder: lesson.folder }),
  ];
  if (!inMain && !inTarget) return lesson.folder;
  const taken = [...(main ? await listReleaseLessons(tx, main.id) : []), ...(await listReleaseLessons(tx, target.id))];
  return uniqueName(
    lessonFolder(lesson.sequence, lesson.fields.title),
    taken.map(({ folder }) => folder),
  );
}
