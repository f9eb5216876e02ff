import { randomUUID } from 'node:crypto';
import { recordAudit } from '#features/audit/server/index.ts';
import { recordChange } from '#features/changes/server/index.ts';
import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { lessonFolder } from '#features/documents/rules/folder-name.ts';
import { addLessonFiles, fileBlobs, fileContents, type LessonFileRow } from '#features/lesson-files/server/index.ts';
import { addLessons, type StoredLesson } from '#features/lesson-store/server/index.ts';
import type { StoredRelease } from '#features/releases/server/index.ts';
import { recordFirstRevisions } from '#features/revisions/server/index.ts';
import { addScreensOfMany, screenHash } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { alreadyStored } from '#platform/server/unique-violation.ts';
import { lockForNewLesson, requireFreeNumber } from './create-lesson.ts';

interface WholeLesson extends Pick<StoredLesson, 'sequence' | 'fields' | 'attached'> {
  readonly screens: readonly ScreenContent[];
  /** Their bytes are in the blob store. */
  readonly files: readonly LessonFileRow[];
}

interface Origin {
  /** Commit subject without the number: `Import lesson`. */
  readonly verb: string;
  readonly action: 'lesson.import' | 'lesson.duplicate';
  /** For the audit trail. */
  readonly details: Record<string, string | number>;
}

/**
 * Adds a new lesson with its screens and files, in one commit. Returns its id.
 *
 * @throws AppError `already_exists` if its number is taken; `refused` if the release was closed.
 */
export async function addWholeLesson(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  release: StoredRelease,
  { sequence, fields, attached, screens, files }: WholeLesson,
  { verb, action, details }: Origin,
): Promise<number> {
  await lockForNewLesson(tx, release);
  await requireFreeNumber(tx, actor, release, sequence);
  const uuid = randomUUID();
  const folder = lessonFolder(sequence, fields.title);
  const hashes = screens.map(screenHash);
  const row = { uuid, sequence, folder, release_id: release.id, fields, attached, screens: hashes, files, actor };
  const [added] = await addLessons(tx, [row]);
  if (!added) throw alreadyStored('lessons_sequence');
  const { id } = added;
  await addScreensOfMany(tx, [{ lesson_id: id, screens, hashes, actor }]);
  await addLessonFiles(
    tx,
    files.map((file) => ({ ...file, lesson_id: id })),
  );
  await recordFirstRevisions(tx, [id]);
  await recordChange(tx, platform, {
    release_id: release.id,
    lesson_id: id,
    screen_id: null,
    actor,
    message: null,
    summary: `${verb} ${sequence}${fields.title === '' ? '' : `: ${fields.title}`}`,
    content: {
      folder,
      files: fileBlobs(files),
      lesson: { ...attached, ...fileContents(files), uuid, sequence, fields },
      screen_order: screens.map((screen) => screen.uuid),
      screens: Object.fromEntries(screens.map((screen) => [screen.uuid, screen])),
    },
  });
  await recordAudit(tx, { actor, action, subject: `lesson:${id}`, details: { sequence, ...details } });
  return id;
}
