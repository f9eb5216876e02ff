import { sql } from 'kysely';
import type { Handle } from '#platform/server/database/database.ts';
import { PREFLIGHT_VERSION } from '../contract/preflight-rules.ts';
import { ENCODED_FILES } from './encodings/find-encodings.ts';
import { MEASURED_FILES } from './images/measure-images.ts';
import { deleteUnused } from './look-at-files.ts';
import type { StoredReport } from './stored-report.ts';

/** Rows per query: a parameter each. */
const AT_ONCE = 1_000;

/** The reports of these contents that exist, by content hash. */
export async function findReports(handle: Handle, hashes: readonly string[]): Promise<Map<string, StoredReport>> {
  const found = new Map<string, StoredReport>();
  for (let from = 0; from < hashes.length; from += AT_ONCE) {
    const rows = await handle
      .selectFrom('preflight_reports')
      .select(['content_hash', 'report'])
      .where('version', '=', PREFLIGHT_VERSION)
      .where('content_hash', 'in', hashes.slice(from, from + AT_ONCE))
      .execute();
    for (const { content_hash, report } of rows) found.set(content_hash, report as unknown as StoredReport);
  }
  return found;
}

export async function storeReport(handle: Handle, content_hash: string, report: StoredReport): Promise<void> {
  await handle
    .insertInto('preflight_reports')
    .values({ content_hash, version: PREFLIGHT_VERSION, report: JSON.stringify(report) })
    .onConflict((conflict) => conflict.columns(['content_hash', 'version']).doUpdateSet({ used_at: sql<Date>`now()` }))
    .execute();
}

/** Keeps the reports that are in use. Written at most once a day each. */
export async function markUsed(handle: Handle, hashes: readonly string[]): Promise<void> {
  for (let from = 0; from < hashes.length; from += AT_ONCE)
    await handle
      .updateTable('preflight_reports')
      .set({ used_at: sql<Date>`now()` })
      .where('content_hash', 'in', hashes.slice(from, from + AT_ONCE))
      .where('used_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
}

/** Removes reports that were not requested since then, and what is known of images that are gone. Returns how many. */
export async function deleteReportsBefore(handle: Handle, before: Date): Promise<number> {
  for (const which of [ENCODED_FILES, MEASURED_FILES]) await deleteUnused(handle, which);
  const { numDeletedRows } = await handle.deleteFrom('preflight_reports').where('used_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Where screens are, by uuid. */
export async function listScreenPlaces(
  handle: Handle,
  lessonIds: readonly number[],
): Promise<{ id: number; uuid: string; lesson_id: number; sequence: number }[]> {
  if (lessonIds.length === 0) return [];
  return handle
    .selectFrom('screens')
    .select(['id', 'uuid', 'lesson_id', 'sequence'])
    .where('lesson_id', 'in', lessonIds)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Fingerprints of the words that lessons of this release or of main accept. */
export async function listAcceptedWords(handle: Handle, releaseId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ fingerprint: string }>`
    select distinct word ->> 'fingerprint' as fingerprint
    from lessons l join releases r on r.id = l.release_id
      cross join lateral jsonb_array_elements(l.attached -> 'accepted') as word
    where (r.id = ${releaseId} or r.is_main) and l.deleted_at is null and word ->> 'rule' = 'spelling'`.execute(handle);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}
