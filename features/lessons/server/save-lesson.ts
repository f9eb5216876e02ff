import { getUser, requirePeople } from '#features/accounts/server/index.ts';
import { LESSON_FIELDS } from '#features/content-model/rules/field-documents.ts';
import { reconcileDependencies, requirePackages } from '#features/environments/server/index.ts';
import { type EditableLesson, getLessonToEdit, MESSAGES, storeLesson, publishLessonSaved } from '#features/lesson-store/server/index.ts';
import { packagesForFeatures } from '#features/packages/packages.policy.ts';
import { mergeSave } from '#features/revisions/server/index.ts';
import { changeLanguage, publishScreenSaved } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { forbidden, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { Lesson, LessonFields, Package } from '../contract/lessons.ts';
import { mayAssign, needsRelatedLesson } from '../lessons.policy.ts';
import { getLesson } from './lessons.ts';

export type LessonSave = Partial<LessonFields> & {
  packages?: Package[] | undefined;
  revision?: number | undefined;
  save_message?: string | undefined;
};

/**
 * Saves metadata, and packages without building them. Omitted fields stay as they are; a stale save is merged. A change
 * of language removes the old language's data from the screens in the same transaction.
 *
 * @throws AppError `conflict` with both sides; `refused` if the lesson is read-only.
 * @param alongside Runs first in the transaction of the save, with the lesson locked.
 */
export async function saveLesson(
  platform: Platform,
  actor: Actor,
  id: number,
  input: LessonSave,
  alongside?: (tx: Tx, stored: EditableLesson) => Promise<void>,
): Promise<Lesson> {
  const { revision, save_message, packages, ...changes } = input;
  const { saved, screens } = await platform.db.transaction().execute(async (tx) => {
    const lesson = await getLessonToEdit(tx, actor, id);
    await alongside?.(tx, lesson);
    const fields = await mergeSave<LessonFields>(tx, { lesson_id: id }, LESSON_FIELDS, revision, withoutUndefined(changes), lesson);
    // A lesson that came from git without it can be saved unchanged.
    if (needsRelatedLesson(fields) && !needsRelatedLesson(lesson.fields)) throw refused(MESSAGES.relatedLesson);
    await requireAssignable(tx, actor, lesson.fields, fields);
    const wanted = packagesForFeatures(lesson.fields, fields, packages ?? lesson.attached.packages);
    const next = reconcileDependencies(lesson, { fields, packages: wanted, asksForCustom: changes.custom_check_enabled === true });
    if (packages) requirePackages(next.fields, next.attached.packages);
    const revised = await storeLesson(tx, platform, actor, lesson, {
      ...next,
      message: save_message || null,
      summary: `Update lesson ${lesson.sequence}: ${fields.title}`,
    });
    const change = { from: lesson.fields.language, to: fields.language };
    return { saved: revised, screens: change.from === change.to ? [] : await changeLanguage(tx, platform, actor, id, change) };
  });
  if (saved !== null) publishLessonSaved(platform, actor, id, saved);
  for (const screen of screens) publishScreenSaved(platform, actor, screen);
  return getLesson(platform, actor, id);
}

/**
 * Checks who becomes the owner and the reviewer. What came from git may name others, and can be saved unchanged.
 * @throws AppError `forbidden` for an external author who names someone else; `refused` for an unknown address
 */
async function requireAssignable(tx: Tx, actor: Actor, before: LessonFields, after: LessonFields): Promise<void> {
  const assigned = (['owner', 'reviewer'] as const).flatMap((role) => (after[role] === before[role] ? [] : [after[role]]));
  if (assigned.length === 0) return;
  const own = (await getUser(tx, actor.id)).email;
  if (!assigned.every((email) => mayAssign(actor, { isSelf: email === null || email === own }))) throw forbidden();
  await requirePeople(tx, assigned);
}

function withoutUndefined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>;
}
