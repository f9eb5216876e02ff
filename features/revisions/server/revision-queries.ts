import { sql } from 'kysely';
import type { Db, Handle, Tx } from '#platform/server/database/database.ts';

/** The subject of a revision: the metadata of a lesson, course, path or step, or a screen. */
export type RevisionSubject =
  | { lesson_id: number }
  | { screen_id: number }
  | { course_id: number }
  | { path_id: number }
  | { step_id: number };

export interface RevisionRow {
  fields: Record<string, unknown>;
  saved_by: number | null;
}

export function revisionInsert(
  handle: Handle,
  subject: RevisionSubject,
  revision: { revision: number; fields: object; message: string | null; saved_by: number | null },
) {
  return handle.insertInto('revisions').values({ ...subject, ...revision, fields: JSON.stringify(revision.fields) });
}

/** Inserts a revision with the current state of each of `lessonIds` and of their screens. */
export async function insertFirstRevisions(handle: Handle, lessonIds: readonly number[]): Promise<void> {
  await handle
    .insertInto('revisions')
    .columns(['lesson_id', 'revision', 'fields', 'saved_by'])
    .expression((eb) => eb.selectFrom('lessons').select(['id', 'revision', 'fields', 'updated_by']).where('id', 'in', lessonIds))
    .execute();
  await handle
    .insertInto('revisions')
    .columns(['screen_id', 'revision', 'fields', 'saved_by'])
    .expression((eb) => eb.selectFrom('screens').select(['id', 'revision', 'fields', 'updated_by']).where('lesson_id', 'in', lessonIds))
    .execute();
}

export async function findRevisionRow(handle: Handle, subject: RevisionSubject, revision: number): Promise<RevisionRow | undefined> {
  const query = handle.selectFrom('revisions').select(['fields', 'saved_by']).where('revision', '=', revision);
  return query.where((of) => of.and({ ...subject })).executeTakeFirst();
}

/** Deletes the history of permanently removed screens, and of a lesson's metadata if one is given. */
export async function deleteRevisions(
  tx: Tx,
  { lessonId, screenIds }: { lessonId: number | null; screenIds: readonly number[] },
): Promise<void> {
  if (screenIds.length > 0) await tx.deleteFrom('revisions').where('screen_id', 'in', screenIds).execute();
  if (lessonId !== null) await tx.deleteFrom('revisions').where('lesson_id', '=', lessonId).execute();
}

/** Deletes the history of one permanently removed subject. */
export async function deleteRevisionsOf(tx: Tx, subject: RevisionSubject): Promise<void> {
  await tx
    .deleteFrom('revisions')
    .where((of) => of.and({ ...subject }))
    .execute();
}

/** Deletes the history of permanently removed steps. */
export async function deleteStepRevisions(tx: Tx, stepIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('revisions').where('step_id', 'in', stepIds).execute();
}

/**
 * Deletes revisions of screens from before `before` that their author replaced within a minute and didn't describe: most automatic saves.
 * Only a draft that a browser has kept since then was edited from one, and its save shows both sides. Returns their number.
 */
export async function removeReplacedRevisions(db: Db, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from revisions r
    where r.saved_at < ${before} and r.screen_id is not null and r.message is null and exists (
      select from revisions next
      where next.screen_id = r.screen_id and next.revision = r.revision + 1 and next.saved_by = r.saved_by
        and next.saved_at < r.saved_at + interval '1 minute'
    )`.execute(db);
  return Number(numAffectedRows);
}
