import { sql } from 'kysely';
import type { DeployableLesson } from '#features/lesson-store/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';

/** An address that opens one build. */
export interface StoredLink {
  id: number;
  deploy_id: number;
  kind: 'share' | 'author';
  created_by: number;
  created_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  revoked_at: Date | null;
}

const COLUMNS = ['id', 'deploy_id', 'kind', 'created_by', 'created_at', 'expires_at', 'opened_at', 'revoked_at'] as const;

type NewLink = Pick<StoredLink, 'deploy_id' | 'created_by' | 'expires_at'> & { token_hash: string };

/** The address at which an author looks at a build. */
export async function insertAuthorLink(handle: Handle, link: NewLink): Promise<void> {
  await handle
    .insertInto('preview_links')
    .values({ ...link, kind: 'author' })
    .execute();
}

/** A link to a build of this lesson for people without an account. */
export async function insertShareLink(handle: Handle, _lesson: DeployableLesson, link: NewLink): Promise<StoredLink> {
  return handle
    .insertInto('preview_links')
    .values({ ...link, kind: 'share' })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Includes ended ones, so that the reason can be shown. */
export async function findLinkByHash(handle: Handle, hash: string): Promise<StoredLink | undefined> {
  return handle.selectFrom('preview_links').select(COLUMNS).where('token_hash', '=', hash).executeTakeFirst();
}

export async function findLink(handle: Handle, id: number): Promise<StoredLink | undefined> {
  return handle.selectFrom('preview_links').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** The share links of these builds that have not ended, newest first. */
export async function listOpenLinks(handle: Handle, deployIds: readonly number[]): Promise<StoredLink[]> {
  if (deployIds.length === 0) return [];
  return handle
    .selectFrom('preview_links')
    .select(COLUMNS)
    .where('deploy_id', 'in', deployIds)
    .where('kind', '=', 'share')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute();
}

/** Builds with a valid link. */
export async function listLinkedDeploys(handle: Handle, now: Date): Promise<number[]> {
  const rows = await handle
    .selectFrom('preview_links')
    .select('deploy_id')
    .distinct()
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return rows.map(({ deploy_id }) => deploy_id);
}

export async function markLinkOpened(handle: Handle, id: number): Promise<void> {
  await handle
    .updateTable('preview_links')
    .set({ opened_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Returns false if it had already ended. */
export async function markLinkRevoked(handle: Handle, id: number): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('preview_links')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes links that ended before. Returns their number. */
export async function deleteLinksBefore(handle: Handle, before: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('preview_links').where('expires_at', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
