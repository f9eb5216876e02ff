import { listLessonFiles } from '#features/lesson-files/server/index.ts';
import { editLesson, lessonContentOf, requireEditableLesson } from '#features/lesson-store/server/index.ts';
import { deleteLessonFile } from '#features/lessons/server/index.ts';
import { folderAfterTitle, listStoredScreens, screenContentOf, screenSummary, writeScreen } from '#features/screens/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PreflightChange } from '../contract/preflight-changes.ts';
import type { FixedFinding } from '../contract/preflight.ts';
import { applyChanges, reverseChanges } from '../rules/apply-changes.ts';
import { MESSAGES } from './messages.ts';
import { listLessonFindings } from './release-preflight.ts';

/**
 * Does what the fix of a finding says, as an ordinary save.
 *
 * @throws AppError `not_found`; `refused` if the place has changed or the lesson is read-only.
 */
export async function fixFinding(platform: Platform, actor: Actor, lessonId: number, fingerprint: string): Promise<FixedFinding> {
  await requireEditableLesson(platform, actor, lessonId);
  const finding = (await listLessonFindings(platform, actor, lessonId)).find((each) => each.fingerprint === fingerprint);
  if (!finding) throw refused(MESSAGES.changed);
  if (finding.changes.length === 0) throw refused(MESSAGES.noFix);
  const [first] = finding.changes;
  if (first?.kind === 'delete-file') return { undo: [], deleted: await deleteFile(platform, actor, lessonId, first) };
  await applyToLesson(platform, actor, lessonId, finding.changes);
  return { undo: reverseChanges(finding.changes), deleted: null };
}

/**
 * Makes the changes of a fix, or those that undo it. All of them are in one screen, or in the lesson itself.
 *
 * @throws AppError `refused` if the lesson isn't as the changes expect.
 */
export async function applyToLesson(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  changes: readonly PreflightChange[],
): Promise<void> {
  await requireEditableLesson(platform, actor, lessonId);
  const screens = new Set(changes.map((change) => ('screen' in change ? change.screen : null)));
  const [screen = null] = screens;
  if (screens.size !== 1 || changes.some(({ kind }) => kind === 'delete-file')) throw refused(MESSAGES.changed);
  if (screen === null) await changeLesson(platform, actor, lessonId, changes);
  else await changeScreen(platform, actor, lessonId, screen, changes);
}

async function changeScreen(platform: Platform, actor: Actor, lessonId: number, uuid: string, changes: readonly PreflightChange[]) {
  const screen = (await listStoredScreens(platform.db, lessonId)).find((each) => each.uuid === uuid);
  if (!screen) throw refused(MESSAGES.changed);
  await writeScreen(platform, actor, { lessonId, screenId: screen.id }, async (tx, stored, lesson) => {
    const content = { ...(await lessonContentOf(tx, lesson)), screens: [screenContentOf(stored)] };
    const [changed] = applyChanges(content, changes)?.screens ?? [];
    if (!changed) throw refused(MESSAGES.changed);
    return {
      folder: await folderAfterTitle(tx, stored, changed.fields.title),
      fields: changed.fields,
      attached: { ...stored.attached, questions: changed.questions },
      message: null,
      summary: screenSummary('Fix', { ...stored, fields: changed.fields }, lesson),
    };
  });
}

async function changeLesson(platform: Platform, actor: Actor, lessonId: number, changes: readonly PreflightChange[]): Promise<void> {
  await editLesson(platform, actor, lessonId, async (lesson, tx) => {
    const changed = applyChanges({ ...(await lessonContentOf(tx, lesson)), screens: [] }, changes);
    if (!changed) throw refused(MESSAGES.changed);
    const { fields, datasets } = changed;
    return { fields, attached: { ...lesson.attached, datasets }, summary: `Fix lesson ${lesson.sequence}: ${fields.title}` };
  });
}

async function deleteFile(
  platform: Platform,
  actor: Actor,
  lessonId: number,
  { of, name }: Extract<PreflightChange, { kind: 'delete-file' }>,
): Promise<NonNullable<FixedFinding['deleted']>> {
  const file = (await listLessonFiles(platform.db, lessonId)).find((each) => each.kind === of && each.file_name === name);
  if (!file) throw notFound('file');
  const { deletedItem } = await deleteLessonFile(platform, actor, file.id, of);
  return { id: deletedItem, kind: of === 'image' ? 'image' : 'data-file', name };
}
