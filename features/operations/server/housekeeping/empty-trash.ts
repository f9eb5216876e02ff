import { hasOpenChangesOf, unlinkChanges, unlinkCurriculumChanges } from '#features/changes/server/index.ts';
import { COURSES, type CurriculumKind, deleteCurriculumRow, PATHS, subjectOf } from '#features/curricula/server/index.ts';
import { reassignBuilds } from '#features/environments/server/index.ts';
import { deleteFileRows } from '#features/lesson-files/server/index.ts';
import { deleteDeploysOf } from '#features/publishing/server/index.ts';
import { removeItemsBefore, deleteRevisions, deleteRevisionsOf } from '#features/revisions/server/index.ts';
import { deleteRunsOf } from '#features/runs/server/index.ts';
import { deleteScreenRows, listScreenIdsOfLesson } from '#features/screens/server/index.ts';
import { deleteTestsOfScreens } from '#features/tests/server/index.ts';
import { deleteLessonRow } from '#features/trash/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { listIdsDeletedBefore, lockDeletedBefore, type SoftDeletedTable } from '#platform/server/database/deleted-rows.ts';
import type { StepResult, HousekeepingContext } from './housekeeping-context.ts';

/** Listed together; each one is removed in its own transaction. */
const BATCH = 50;

/** How to list and remove one kind of item in the trash. */
interface TrashKind {
  readonly table: SoftDeletedTable;
  /** Removes a locked row and everything that depends on it. Returns false if it can't be removed yet. */
  remove(tx: Tx, id: number): Promise<boolean>;
}

/**
 * Permanently removes lessons, screens, courses, paths, questions and files deleted before `before`, with everything
 * that depends on them: history, files, runs, tests, builds. Their commits remain, and so do changes that are not in
 * git yet. If one can't be removed, it is logged and the others continue.
 */
export async function emptyTrash(context: HousekeepingContext, before: Date): Promise<StepResult> {
  // Lessons first: their screens and their other deleted items go with them.
  const lessons = await removeAll(context, LESSONS, before);
  const screens = await removeAll(context, SCREENS, before);
  const [courses, paths] = [await removeAll(context, curricula(COURSES), before), await removeAll(context, curricula(PATHS), before)];
  return { lessons, screens, courses, paths, items: await removeItemsBefore(context.platform.db, before) };
}

const LESSONS: TrashKind = {
  table: 'lessons',
  async remove(tx, id) {
    const screenIds = await listScreenIdsOfLesson(tx, id);
    if (!(await removeReferences(tx, { lessonId: id, screenIds }))) return false;
    await reassignBuilds(tx, id);
    await deleteDeploysOf(tx, id);
    await deleteFileRows(tx, id);
    await deleteLessonRow(tx, id);
    return true;
  },
};

const SCREENS: TrashKind = {
  table: 'screens',
  remove: (tx, id) => removeReferences(tx, { lessonId: null, screenIds: [id] }),
};

function curricula(kind: CurriculumKind): TrashKind {
  return {
    table: kind.root,
    async remove(tx, id) {
      if (!(await unlinkCurriculumChanges(tx, subjectOf(kind, id)))) return false;
      await deleteRevisionsOf(tx, subjectOf(kind, id));
      await deleteCurriculumRow(tx, kind, id);
      return true;
    },
  };
}

async function removeAll({ platform, signal }: HousekeepingContext, kind: TrashKind, before: Date): Promise<number> {
  const skipped: number[] = [];
  let removed = 0;
  for (;;) {
    const ids = await listIdsDeletedBefore(platform.db, kind.table, { before, skipped, limit: BATCH });
    if (ids.length === 0) return removed;
    for (const id of ids) {
      signal.throwIfAborted();
      const isRemoved = await platform.db
        .transaction()
        .execute(async (tx) => (await lockDeletedBefore(tx, kind.table, id, before)) && kind.remove(tx, id))
        .catch((error: unknown) => {
          platform.log.error({ err: error, id }, 'could not remove an item from the trash');
          return false;
        });
      if (isRemoved) removed++;
      else skipped.push(id);
    }
  }
}

/**
 * Removes everything that refers to these screens (and to the lesson, if given), and the screens. Returns false if
 * something is not in git yet.
 */
async function removeReferences(tx: Tx, places: { lessonId: number | null; screenIds: readonly number[] }): Promise<boolean> {
  if (await hasOpenChangesOf(tx, places)) return false;
  await unlinkChanges(tx, places);
  await deleteRunsOf(tx, places);
  await deleteTestsOfScreens(tx, places.screenIds);
  await deleteRevisions(tx, places);
  await deleteScreenRows(tx, places.screenIds);
  return true;
}
