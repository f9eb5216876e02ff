import type { Handle } from '#server/platform/database/database.ts';

/** What a revision belongs to: one lesson's metadata or one screen. */
export type RevisionSubject = { lesson_id: number } | { screen_id: number };

export interface RevisionRow {
  fields: Record<string, unknown>;
  saved_by: number | null;
}

export async function insertRevision(
  handle: Handle,
  subject: RevisionSubject,
  revision: { revision: number; fields: object; message: string | null; saved_by: number | null },
): Promise<void> {
  await handle
    .insertInto('revisions')
    .values({ ...subject, ...revision, fields: JSON.stringify(revision.fields) })
    .execute();
}

export async function findRevisionRow(handle: Handle, subject: RevisionSubject, revision: number): Promise<RevisionRow | undefined> {
  const query = handle.selectFrom('revisions').select(['fields', 'saved_by']).where('revision', '=', revision);
  return (
    'lesson_id' in subject ? query.where('lesson_id', '=', subject.lesson_id) : query.where('screen_id', '=', subject.screen_id)
  ).executeTakeFirst();
}
