import { sql } from 'kysely';
import { VERSION_DAYS } from '#features/history/contract/history-limits.ts';
import type { VersionCause } from '#features/history/contract/history.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Db, Handle, Tx } from '#platform/server/database/database.ts';

/** Where the versions of a transaction come from. */
interface Origin {
  readonly cause: VersionCause;
  /** The commit that they are read from, and its author. */
  readonly commit?: string;
  readonly author?: string;
  readonly restored_from?: number;
}

/**
 * States where everything that the rest of this transaction writes comes from. Without it, versions of a person come from a page and
 * those without an author from a merge. Versions are written by triggers (platform/server/migrations/0035-history.sql).
 */
export async function setOrigin(tx: Tx, origin: Origin): Promise<void> {
  await sql`select set_config('lessonwright.origin', ${JSON.stringify(origin)}, true)`.execute(tx);
}

/** The save that everything in this transaction belongs to. */
export async function currentSave(tx: Tx): Promise<string> {
  const { rows } = await sql<{ save: string }>`select current_save() as save`.execute(tx);
  const save = rows[0]?.save;
  if (save === undefined) throw new Error('The transaction has no save.');
  return save;
}

/** Hashes of every file that a version has. */
export async function listVersionFileHashes(handle: Handle): Promise<string[]> {
  const rows = await handle.selectFrom('versions').select('sha256').distinct().where('sha256', 'is not', null).execute();
  return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

/** How many saves changed a lesson after a moment. Automatic saves of one stretch count as one. */
export async function countSavesSince(handle: Handle, lessonId: number, since: Date): Promise<number> {
  const { count } = await handle
    .selectFrom('versions')
    .select(sql<number>`count(distinct save_id)::int`.as('count'))
    .where('lesson_id', '=', lessonId)
    .where('saved_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** How long removing waits for a save that is under way. */
const LOCK_LIMIT_MS = 5_000;

/**
 * Removes old versions that are in no commit: saves that another one followed before a commit was made. The newest version of a part
 * stays, and so does one that was restored. What stays shows what was saved: an old version of one part stays as well while it belongs to
 * what another version shows. Then removes documents that no version has.
 */
export async function removeOldVersions(db: Db, now: Date): Promise<{ versions: number; documents: number }> {
  const before = new Date(now.getTime() - VERSION_DAYS * DAY_MS);
  const versions = await db.transaction().execute(async (tx) => {
    await sql`
      create temporary table old_versions on commit drop as
      select id, next_id, save_id, lesson_id, course_id, path_id from (
        select v.id, v.save_id, v.lesson_id, v.course_id, v.path_id, v.saved_at, v.cause, coalesce(c.commit_sha, v.commit_sha) as commit_sha,
          lead(coalesce(c.commit_sha, v.commit_sha, '')) over same_part as next_commit, lead(v.id) over same_part as next_id
        from versions v left join changes c on c.id = v.change_id
        window same_part as (partition by v.lesson_id, v.course_id, v.path_id, v.part order by v.id)
      ) listed
      where saved_at < ${before} and cause <> 'before' and next_commit is not null and (commit_sha is null or commit_sha = next_commit)
        and not exists (select from versions r where r.restored_from = listed.id)`.execute(tx);
    await sql`create unique index on old_versions (id)`.execute(tx);
    // One that stays keeps others, until none is left that something shows.
    for (let kept = 1n; kept > 0n;) {
      const { numAffectedRows = 0n } = await sql`
        delete from old_versions o where exists (
          select from versions v
          where (v.lesson_id = o.lesson_id or v.course_id = o.course_id or v.path_id = o.path_id)
            and (v.save_id = o.save_id or v.id between o.id and o.next_id - 1)
            and not exists (select from old_versions other where other.id = v.id)
        )`.execute(tx);
      kept = numAffectedRows;
    }
    const { numAffectedRows = 0n } = await sql`delete from versions where id in (select id from old_versions)`.execute(tx);
    return numAffectedRows;
  });
  const documents = await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_LIMIT_MS)}, true)`.execute(tx);
    // A save that finds its document stored relies on it.
    await sql`lock table version_documents in share row exclusive mode`.execute(tx);
    const { numAffectedRows = 0n } = await sql`
      delete from version_documents where hash not in (
        select fields_hash from versions
        union select attached_hash from versions where attached_hash is not null
        union select order_hash from versions where order_hash is not null
      )`.execute(tx);
    return numAffectedRows;
  });
  return { versions: Number(versions), documents: Number(documents) };
}
