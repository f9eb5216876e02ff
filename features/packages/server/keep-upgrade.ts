import { environmentHashOf, requestOf, finishBuild, insertBuild } from '#features/environments/server/index.ts';
import { storeLesson, getLessonToEdit } from '#features/lesson-store/server/index.ts';
import type { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';

/**
 * Gives a lesson packages that were installed and tried elsewhere, as if they had been built for it. Returns its revision; null if
 * nothing changed. Call {@link publishLessonSaved} after the transaction.
 *
 * @throws AppError `not_found`; `refused` for a lesson that is read-only.
 */
export async function keepUpgrade(
  tx: Tx,
  platform: Pick<Platform, 'jobs'>,
  actor: Actor,
  id: number,
  upgrade: {
    readonly language_version: LessonFields['language_version'];
    readonly packages: Package[];
    readonly lock: string | null;
    readonly installed: readonly { name: string; version: string }[];
  },
): Promise<number | null> {
  const lesson = await getLessonToEdit(tx, actor, id);
  const { language_version, packages, lock, installed } = upgrade;
  const fields = { ...lesson.fields, language_version };
  const attached = { ...lesson.attached, packages, packages_lock: lock };
  const summary = `Upgrade packages of lesson ${lesson.sequence}: ${lesson.fields.title}`;
  const revision = await storeLesson(tx, platform, actor, lesson, { fields, attached, message: null, summary });
  const request = requestOf({ fields, attached });
  if (request !== null) {
    const build = await insertBuild(tx, { lesson_id: id, user_id: actor.id, environment_hash: environmentHashOf(request), request });
    await finishBuild(tx, build, { state: 'built', lock, installed });
  }
  return revision;
}
