import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import { lessonFolder } from '#features/documents/rules/folder-name.ts';
import { addLessonFiles, fileBlobs, fileContents, storeFiles } from '#features/lesson-files/server/index.ts';
import { addLessons } from '#features/lesson-store/server/index.ts';
import { lockForNewLesson, releaseForNewLesson, requireFreeNumber } from '#features/lessons/server/index.ts';
import { recordFirstRevisions, setOrigin } from '#features/revisions/server/index.ts';
import { addScreensOfMany, screenHash } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Platform } from '#platform/server/platform.ts';
import { alreadyStored } from '#platform/server/unique-violation.ts';
import type { ImportedLesson } from '../rules/lesson-from-cells.ts';

interface ToAdd {
  sequence: number;
  release_id?: number | undefined;
  file_name: string;
  lesson: Pick<ImportedLesson, 'fields' | 'screens' | 'images'>;
}

/** Stores a lesson parsed from a file with its screens and images, in one commit. Returns its id. */
export async function addImportedLesson(
  platform: Platform,
  actor: Actor,
  { sequence, release_id, file_name, lesson }: ToAdd,
): Promise<number> {
  const release = await releaseForNewLesson(platform, actor, release_id);
  const { fields, screens } = lesson;
  const folder = lessonFolder(sequence, fields.title);
  const uuid = randomUUID();
  const attached = { packages: [], packages_lock: null, datasets: [], accepted: [] };
  const hashes = screens.map(screenHash);
  const images = lesson.images.map(({ file_name }) => ({ file_name }));
  const bytes = new Map(lesson.images.map((image) => [`images/${image.file_name}`, image.bytes]));
  const files = await storeFiles(platform.blobs, { data_files: [], images }, bytes);
  const id = await platform.db.transaction().execute(async (tx) => {
    await setOrigin(tx, { cause: 'import' });
    await lockForNewLesson(tx, release);
    await requireFreeNumber(tx, release, sequence);
    const row = { uuid, sequence, folder, release_id: release.id, fields, attached, screens: hashes, files, actor };
    const [added] = await addLessons(tx, [row]);
    if (!added) throw alreadyStored('lessons_sequence');
    const lessonId = added.id;
    await addScreensOfMany(tx, [{ lesson_id: lessonId, screens, hashes, actor }]);
    await addLessonFiles(
      tx,
      files.map((file) => ({ ...file, lesson_id: lessonId })),
    );
    await recordFirstRevisions(tx, [lessonId]);
    await recordChange(tx, platform, {
      release_id: release.id,
      lesson_id: lessonId,
      screen_id: null,
      actor,
      message: null,
      summary: `Import lesson ${sequence}: ${fields.title}`,
      content: {
        folder,
        files: fileBlobs(files),
        lesson: { ...attached, ...fileContents(files), uuid, sequence, fields },
        screen_order: screens.map((screen) => screen.uuid),
        screens: Object.fromEntries(screens.map((screen) => [screen.uuid, screen])),
      },
    });
    await recordAudit(tx, { actor, action: 'lesson.import', subject: `lesson:${lessonId}`, details: { sequence, file_name } });
    return lessonId;
  });
  return id;
}
