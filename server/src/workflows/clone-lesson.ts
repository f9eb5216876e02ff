import type { Lesson } from '#contract/lessons.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/service.ts';
import { recordChange } from '#server/changes/service.ts';
import { listLessonFiles, setLessonFiles } from '#server/data-files/service.ts';
import { addLesson, getLesson, getLessonFor, lessonContentOf, requireNotInRelease } from '#server/lessons/service.ts';
import type { Platform } from '#server/platform/platform.ts';
import { ensureDraftsRelease, getRelease } from '#server/releases/service.ts';
import { addScreens, listScreenContents, screenHash } from '#server/screens/service.ts';

/**
 * Copies a whole lesson into the actor's own drafts release (product §3): metadata, screens, questions, skills, data
 * files, packages and tests; not comments. It stays the same lesson by uuid: a version of its own.
 *
 * @throws AppError `not_found`; `already_exists` with a text that names the lesson.
 */
export async function cloneLesson(platform: Platform, actor: Actor, id: number): Promise<Lesson> {
  await getLessonFor(platform.db, actor, id);
  const target = await ensureDraftsRelease(platform, actor);
  const newId = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonFor(tx, actor, id);
    await requireNotInRelease(tx, target, lesson.sequence);
    const source = await getRelease(tx, lesson.release_id);
    const content = await lessonContentOf(tx, lesson);
    const screens = await listScreenContents(tx, id);
    const cloneId = await addLesson(tx, {
      ...lesson,
      release_id: target.id,
      screens: screens.map(screenHash),
      actor,
    });
    await addScreens(tx, cloneId, screens, actor);
    await setLessonFiles(tx, cloneId, await listLessonFiles(tx, id));
    await recordChange(tx, platform, {
      release_id: target.id,
      lesson_id: cloneId,
      screen_id: null,
      actor,
      message: null,
      summary: `Clone lesson ${lesson.sequence}: ${lesson.fields.title}`,
      content: {
        folder: lesson.folder,
        // Files that the product does not know of come along from where the lesson was committed.
        ...(source.commit_sha ? { copied_from: { commit_sha: source.commit_sha, folder: lesson.folder } } : {}),
        lesson: content,
        screen_order: screens.map((screen) => screen.uuid),
        screens: Object.fromEntries(screens.map((screen) => [screen.uuid, screen])),
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.clone', subject: `lesson:${cloneId}`, details: { from: id } });
    return cloneId;
  });
  platform.jobs.wake('commit-changes');
  return getLesson(platform, actor, newId);
}
