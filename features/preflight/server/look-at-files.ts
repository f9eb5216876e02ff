import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';

/** Up to this many files are read without confirmation: each takes some milliseconds. */
const AT_MOST_UNASKED = 25;

/** Larger files are left out. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Which files are read, and the table of results, with one row for each content. */
export interface LookedAt {
  readonly kind: 'data' | 'image';
  /** A pattern of PostgreSQL; case doesn't matter. */
  readonly name: string;
  readonly table: 'text_encodings' | 'image_contrasts';
}

/**
 * Calls `look` with the bytes of each file of a release that was not read yet, one after the other, unless they are too many to
 * wait for without `operation`. Files whose bytes are missing are left out. Stopped, what was found until then is kept.
 */
export async function lookAtFiles(
  { db, blobs }: Pick<Platform, 'db' | 'blobs'>,
  releaseId: number,
  which: LookedAt,
  operation: Operation | null,
  look: (sha256: string, bytes: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const files = await listUnknownFiles(db, releaseId, which);
  if (operation === null && files.length > AT_MOST_UNASKED) return;
  for (const { sha256, size } of files) {
    operation?.signal.throwIfAborted();
    const bytes = await blobs.get(sha256, size).catch(() => null);
    if (bytes === null) continue;
    await look(sha256, bytes);
    // Others want the thread as well.
    await setImmediate();
  }
}

async function listUnknownFiles(
  handle: Handle,
  releaseId: number,
  { kind, name, table }: LookedAt,
): Promise<{ sha256: string; size: number }[]> {
  return handle
    .selectFrom('lesson_files as f')
    .innerJoin('lessons as l', 'l.id', 'f.lesson_id')
    .where('l.release_id', '=', releaseId)
    .where('l.deleted_at', 'is', null)
    .where('f.kind', '=', kind)
    .where('f.size', '<=', MOST_BYTES)
    .where(sql<boolean>`f.file_name ~* ${name}`)
    .where(sql<boolean>`not exists (select from ${sql.table(table)} as known where known.sha256 = f.sha256)`)
    .select(['f.sha256', 'f.size'])
    .distinct()
    .execute();
}

/** Removes what was found in files that no lesson has any more. */
export async function deleteUnused(handle: Handle, { table }: Pick<LookedAt, 'table'>): Promise<void> {
  await handle
    .deleteFrom(table)
    .where(sql<boolean>`not exists (select from lesson_files as f where f.sha256 = ${sql.ref(`${table}.sha256`)})`)
    .execute();
}
