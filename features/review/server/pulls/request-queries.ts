import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';

/** A user who was asked to review a pull request. */
interface ReviewRequest {
  readonly user_id: number;
  readonly asked_at: Date;
  readonly settled_at: Date | null;
  /** The group that they were asked with; null: alone. */
  readonly group_id: number | null;
}

/** Who is asked: ids of users with the group that each is asked with; null: alone. */
export type Asked = ReadonlyMap<number, number | null>;

/** Those of a pull request, in the order in which they were asked. */
export async function listRequests(handle: Handle, pullId: number): Promise<ReviewRequest[]> {
  return handle
    .selectFrom('review_requests')
    .select(['user_id', 'asked_at', 'settled_at', 'group_id'])
    .where('pull_request_id', '=', pullId)
    .orderBy('asked_at')
    .orderBy('user_id')
    .execute();
}

/** Asks users, also those who were asked before. */
export async function putRequests(tx: Tx, pullId: number, asked: Asked, askedBy: number): Promise<void> {
  if (asked.size === 0) return;
  await tx
    .insertInto('review_requests')
    .values(
      [...asked].map(([user_id, group_id]) => ({
        pull_request_id: pullId,
        user_id,
        // It may have been deleted since it was read.
        group_id: group_id === null ? null : sql<number | null>`(select id from user_groups where id = ${group_id} for key share)`,
        asked_by: askedBy,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['pull_request_id', 'user_id']).doUpdateSet({
        asked_by: askedBy,
        asked_at: sql<Date>`now()`,
        settled_at: null,
        group_id: sql<number | null>`excluded.group_id`,
      }),
    )
    .execute();
}

/** False: the user wasn't asked. */
export async function deleteRequest(tx: Tx, pullId: number, userId: number): Promise<boolean> {
  const deletion = tx.deleteFrom('review_requests').where('pull_request_id', '=', pullId).where('user_id', '=', userId);
  return (await deletion.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes the requests to a group that wait for an answer. Returns whose they were. */
export async function deleteGroupRequests(tx: Tx, pullId: number, groupId: number): Promise<number[]> {
  const rows = await tx
    .deleteFrom('review_requests')
    .where('pull_request_id', '=', pullId)
    .where('group_id', '=', groupId)
    .where('settled_at', 'is', null)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Settles the requests of a release's pull requests: all, or those to one user. */
export async function settleRequestRows(tx: Tx, releaseId: number, userId: number | null): Promise<void> {
  await tx
    .updateTable('review_requests')
    .set({ settled_at: sql<Date>`now()` })
    .where('settled_at', 'is', null)
    .where('pull_request_id', 'in', (select) => select.selectFrom('pull_requests').select('id').where('release_id', '=', releaseId))
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
    .execute();
}

export async function listFollowers(handle: Handle, pullId: number): Promise<number[]> {
  const rows = await handle.selectFrom('review_followers').select('user_id').where('pull_request_id', '=', pullId).execute();
  return rows.map(({ user_id }) => user_id);
}

export async function setFollower(tx: Tx, pullId: number, userId: number, isFollowing: boolean): Promise<void> {
  const row = { pull_request_id: pullId, user_id: userId };
  if (isFollowing)
    await tx
      .insertInto('review_followers')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await tx.deleteFrom('review_followers').where('pull_request_id', '=', pullId).where('user_id', '=', userId).execute();
}

/** A lesson of a release with its reviewer, and who has saved something in it or its versions. */
export interface LessonWork {
  readonly lesson_id: number;
  readonly folder: string;
  readonly reviewer: string | null;
  /** Ids of users with their number of saves in other releases. */
  readonly saves: Readonly<Record<string, number>>;
}

/** The lessons of a release that somebody may know. Saves of all versions of a lesson count, apart from those of this release. */
export async function listLessonWork(handle: Handle, releaseId: number): Promise<LessonWork[]> {
  const { rows } = await sql<LessonWork>`
    with own as (select id, uuid, folder, reviewer from lessons where release_id = ${releaseId} and deleted_at is null),
    saved as (
      select own.id, c.user_id, count(*)::int as saves
      from own join lessons l on l.uuid = own.uuid and l.release_id <> ${releaseId} join changes c on c.lesson_id = l.id
      where c.user_id is not null
      group by own.id, c.user_id
    )
    select own.id as lesson_id, own.folder, own.reviewer,
      coalesce((select json_object_agg(saved.user_id, saved.saves) from saved where saved.id = own.id), '{}') as saves
    from own order by own.id`.execute(handle);
  return rows;
}

/** Who saved something in a release. */
export async function listSaversIn(handle: Handle, releaseId: number): Promise<Set<number>> {
  const rows = await handle.selectFrom('changes').select('user_id').distinct().where('release_id', '=', releaseId).execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}
