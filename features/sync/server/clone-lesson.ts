import { recordAudit } from '#features/audit/server/index.ts';
import { getLessonFor } from '#features/lesson-store/server/index.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { getLesson, requireNotInRelease } from '#features/lessons/server/index.ts';
import { ensureDraftsRelease, getRelease } from '#features/releases/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { refusedBehindMain } from './base-queries.ts';
import { copyLesson } from './copy-lesson.ts';
import { completeShallowLesson } from './import-full-lesson.ts';

/**
 * Copies a whole lesson into the actor's own drafts release: metadata, screens, questions, skills, data files, packages
 * and tests, but not comments. The copy keeps the uuid: it is another version of the same lesson.
 *
 * @throws AppError `not_found`; `already_exists` with a text that names the lesson; `refused` if main has a newer version.
 */
export async function cloneLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  const stored = await getLessonFor(platform.db, actor, id);
  if (stored.is_shallow_import) await completeShallowLesson(platform, stored);
  const target = await ensureDraftsRelease(platform, actor);
  const newId = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonFor(tx, actor, id);
    await requireNotInRelease(tx, target, lesson.sequence);
    const reason = (await refusedBehindMain(tx, await getRelease(tx, lesson.release_id), [lesson.id])).get(lesson.id);
    if (reason !== undefined) throw refused(reason);
    const summary = `Clone lesson ${lesson.sequence}: ${lesson.fields.title}`;
    const cloneId = await copyLesson(tx, platform, { lesson, target, actor, summary });
    await recordAudit(tx, { actor, action: 'lesson.clone', subject: `lesson:${cloneId}`, details: { from: id } });
    return cloneId;
  });
  return getLesson(platform, actor, newId);
}
