import type { Files } from '#content/lesson-content.ts';
import { readLesson } from '#content/read-lesson.ts';
import { setLessonFiles, storeFiles } from '#server/data-files/service.ts';
import { addLesson, findLessonInRelease, replaceLesson } from '#server/lessons/service.ts';
import type { Platform } from '#server/platform/platform.ts';
import { addScreens, replaceScreens, screenHash } from '#server/screens/service.ts';

/**
 * Makes the rows of one lesson folder of a release's branch: a new lesson, or a new state of one that is known by its
 * folder. Answers the lesson's id and what could not be understood.
 */
export async function importLesson(
  platform: Pick<Platform, 'db' | 'blobs'>,
  place: { releaseId: number; folder: string },
  files: Files,
): Promise<{ id: number; problems: readonly { path: string; message: string }[] }> {
  const { lesson, problems } = readLesson(files);
  const { screens, data_files, images, uuid, sequence, fields, ...attached } = lesson;
  const stored = await storeFiles(platform.blobs, { data_files, images }, files);
  const id = await platform.db.transaction().execute(async (tx) => {
    const known = await findLessonInRelease(tx, place.releaseId, { folder: place.folder });
    const content = { uuid, sequence, fields, attached, screens: screens.map(screenHash), files: stored, actor: null };
    if (known) await replaceLesson(tx, known, content);
    const lessonId = known?.id ?? (await addLesson(tx, { ...content, folder: place.folder, release_id: place.releaseId }));
    if (known) await replaceScreens(tx, lessonId, screens);
    else await addScreens(tx, lessonId, screens, null);
    await setLessonFiles(tx, lessonId, stored);
    return lessonId;
  });
  return { id, problems };
}
