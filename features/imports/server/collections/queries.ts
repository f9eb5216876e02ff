import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { ImportedCollection } from '../../contract/collections.ts';
import type { CodeUse } from '../../contract/import-file.ts';
import type { StoredFolder } from '../tables.ts';

/** A collection as it was imported last. */
export interface StoredCollection {
  readonly id: number;
  readonly title: string;
  readonly release_id: number;
  readonly course_folder: string;
  readonly course: StoredFolder;
  readonly documents: readonly StoredDocument[];
}

export interface StoredDocument {
  readonly path: string;
  readonly folder: string;
  readonly lesson: StoredFolder;
  /** What was imported before, while an author has to decide about changes of both sides; null: nothing is left to decide. */
  readonly conflict_base: StoredFolder | null;
}

type CollectionValues = Omit<StoredCollection, 'id'> & {
  readonly git_url: string | null;
  readonly git_branch: string;
  readonly git_commit: string | null;
  readonly code: CodeUse;
  readonly earlier_code: boolean;
  readonly imported_by: number;
};

export async function listCollectionRows(handle: Handle): Promise<ImportedCollection[]> {
  const rows = await handle
    .selectFrom('collections as c')
    .leftJoin('releases as r', (on) => on.onRef('r.id', '=', 'c.release_id').on('r.deleted_at', 'is', null))
    .select(['c.id', 'c.title', 'c.git_url', 'c.git_branch', 'c.code', 'c.earlier_code', 'r.id as release_id', 'c.imported_at'])
    .select((of) =>
      of
        .selectFrom('collection_documents as d')
        .whereRef('d.collection_id', '=', 'c.id')
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('documents'),
    )
    .orderBy('c.imported_at', 'desc')
    .orderBy('c.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, documents: row.documents ?? 0, imported_at: row.imported_at.toISOString() }));
}

export async function findCollection(handle: Handle, id: number): Promise<StoredCollection | undefined> {
  const row = await handle
    .selectFrom('collections')
    .select(['id', 'title', 'release_id', 'course_folder', 'course'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const documents = await handle
    .selectFrom('collection_documents')
    .select(['path', 'folder', 'lesson', 'conflict_base'])
    .where('collection_id', '=', id)
    .orderBy('id')
    .execute();
  return { ...row, documents };
}

/** Stores what was imported; with an id, instead of what that collection had. Returns the id. */
export async function storeCollection(tx: Tx, id: number | null, { documents, ...values }: CollectionValues): Promise<number> {
  const row = { ...values, course: JSON.stringify(values.course) };
  const stored =
    id === null
      ? await tx.insertInto('collections').values(row).returning('id').executeTakeFirstOrThrow()
      : await tx
          .updateTable('collections')
          .set({ ...row, imported_at: sql<Date>`now()` })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirstOrThrow();
  await tx.deleteFrom('collection_documents').where('collection_id', '=', stored.id).execute();
  for (let from = 0; from < documents.length; from += 100) {
    const part = documents.slice(from, from + 100);
    await tx
      .insertInto('collection_documents')
      .values(
        part.map(({ lesson, conflict_base, ...document }) => ({
          ...document,
          collection_id: stored.id,
          lesson: JSON.stringify(lesson),
          conflict_base: conflict_base && JSON.stringify(conflict_base),
        })),
      )
      .execute();
  }
  return stored.id;
}

/** A document whose lesson has changes of both sides to decide about, with the title of its collection. */
export type OpenDocument = StoredDocument & { readonly id: number; readonly title: string; readonly conflict_base: StoredFolder };

export async function findOpenDocument(handle: Handle, releaseId: number, folder: string): Promise<OpenDocument | undefined> {
  const row = await handle
    .selectFrom('collection_documents as d')
    .innerJoin('collections as c', 'c.id', 'd.collection_id')
    .select(['d.id', 'd.path', 'd.folder', 'd.lesson', 'd.conflict_base', 'c.title'])
    .where('c.release_id', '=', releaseId)
    .where('d.folder', '=', folder)
    .where('d.conflict_base', 'is not', null)
    .orderBy('d.id', 'desc')
    .executeTakeFirst();
  return row?.conflict_base ? { ...row, conflict_base: row.conflict_base } : undefined;
}

/** Everything of a document has been decided. */
export async function closeDocument(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('collection_documents').set({ conflict_base: null }).where('id', '=', id).execute();
}
