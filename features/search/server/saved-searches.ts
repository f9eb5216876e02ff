import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { type SavedSearch, SearchQuery } from '../contract/search.ts';

/** Most saved searches of one user. */
const SAVED_MAX = 200;

type SavePlatform = Pick<Platform, 'db'>;

/** The saved searches of a user, by name. */
export async function listSavedSearches({ db }: SavePlatform, actor: Actor): Promise<SavedSearch[]> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['id', 'name', 'query'])
    .where('user_id', '=', actor.id)
    .orderBy('name')
    .execute();
  return rows.map(({ query, ...row }) => ({ ...row, query: SearchQuery.parse(query) }));
}

/** @throws AppError `already_exists`, `refused` */
export async function saveSearch(platform: SavePlatform, actor: Actor, { name, query }: { name: string; query: SearchQuery }) {
  await platform.db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('saved_searches').select('id').where('user_id', '=', actor.id).execute();
    if (known.length >= SAVED_MAX) throw refused(`You can save at most ${SAVED_MAX} searches. Delete one first.`);
    const saved = await tx
      .insertInto('saved_searches')
      .values({ user_id: actor.id, name, query: JSON.stringify(query) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (saved === undefined) throw taken(name);
  });
  return listSavedSearches(platform, actor);
}

/** @throws AppError `not_found`, `already_exists` */
export async function renameSavedSearch(platform: SavePlatform, actor: Actor, id: number, name: string) {
  await platform.db.transaction().execute(async (tx) => {
    const others = await tx.selectFrom('saved_searches').select(['id', 'name']).where('user_id', '=', actor.id).forUpdate().execute();
    if (!others.some((each) => each.id === id)) throw notFound('saved search');
    if (others.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase())) throw taken(name);
    await tx.updateTable('saved_searches').set({ name }).where('id', '=', id).execute();
  });
  return listSavedSearches(platform, actor);
}

/** @throws AppError `not_found` */
export async function deleteSavedSearch(platform: SavePlatform, actor: Actor, id: number) {
  if (!(await removeRow(platform.db, actor, id))) throw notFound('saved search');
  return listSavedSearches(platform, actor);
}

async function removeRow(handle: Handle, actor: Actor, id: number): Promise<boolean> {
  const removed = await handle.deleteFrom('saved_searches').where('id', '=', id).where('user_id', '=', actor.id).executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

function taken(name: string) {
  return alreadyExists(`You already have a saved search named “${name}”.`);
}
