import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SavedView } from '../contract.ts';
import { mayShareViews, mayUnshareView, VIEWS_MAX } from '../saved-views.policy.ts';

type Deps = Pick<Platform, 'db'>;
type NewView = Pick<SavedView, 'page' | 'name' | 'filters' | 'is_shared'>;
type ViewChange = { readonly [K in 'name' | 'filters' | 'is_shared']?: SavedView[K] | undefined };

/** The views of a user, and for the team those that are shared, by name. */
export async function listSavedViews({ db }: Deps, actor: Actor): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['v.id', 'v.page', 'v.name', 'v.filters', 'v.is_shared', 'v.user_id', 'u.name as saved_by', 'u.role'])
    .where((where) =>
      mayShareViews(actor)
        ? where.or([where('v.user_id', '=', actor.id), where('v.is_shared', '=', true)])
        : where('v.user_id', '=', actor.id),
    )
    .orderBy('v.name')
    .orderBy('v.id')
    .execute();
  return rows
    .map(({ user_id, role, ...row }) => ({
      ...row,
      // Someone may have become an external author since.
      is_shared: row.is_shared && mayShareViews({ role }),
      is_own: user_id === actor.id,
    }))
    .filter((view) => view.is_own || view.is_shared);
}

/** @throws AppError `already_exists`; `refused` if the user has too many, or may not share */
export async function saveView(deps: Deps, actor: Actor, { page, name, filters, is_shared }: NewView): Promise<SavedView[]> {
  requireSharing(actor, is_shared);
  await deps.db.transaction().execute(async (tx) => {
    // Locked first, so that views that are saved at the same moment are counted.
    const known = await lockViews(tx, actor);
    if (known.length >= VIEWS_MAX) throw refused(`You can save at most ${VIEWS_MAX} views and searches. Delete one first.`);
    const saved = await tx
      .insertInto('saved_views')
      .values({ user_id: actor.id, page, name, filters: JSON.stringify(filters), is_shared })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!saved) throw taken(name);
  });
  return listSavedViews(deps, actor);
}

/**
 * Changes one of the user's own views. Leads also stop the sharing of others, and nothing else.
 *
 * @throws AppError `not_found`, `already_exists`; `refused` if the user may not share
 */
export async function changeSavedView(deps: Deps, actor: Actor, id: number, change: ViewChange): Promise<SavedView[]> {
  const { name, filters, is_shared } = change;
  requireSharing(actor, is_shared);
  const seen = (await listSavedViews(deps, actor)).find((view) => view.id === id);
  const onlyStops = is_shared === false && name === undefined && filters === undefined;
  if (seen && !seen.is_own && onlyStops && mayUnshareView(actor, seen)) {
    await deps.db.updateTable('saved_views').set({ is_shared }).where('id', '=', id).execute();
    return listSavedViews(deps, actor);
  }
  await deps.db.transaction().execute(async (tx) => {
    const views = await lockViews(tx, actor);
    const view = views.find((each) => each.id === id);
    if (!view) throw notFound('saved view');
    const isTaken = (other: typeof view) => other.id !== id && other.page === view.page && other.name.toLowerCase() === name?.toLowerCase();
    if (name !== undefined && views.some(isTaken)) throw taken(name);
    await tx
      .updateTable('saved_views')
      .set({
        name: name ?? view.name,
        is_shared: is_shared ?? view.is_shared,
        ...(filters && { filters: JSON.stringify(filters) }),
      })
      .where('id', '=', id)
      .execute();
  });
  return listSavedViews(deps, actor);
}

/** @throws AppError `not_found` also for a view of someone else */
export async function deleteSavedView(deps: Deps, actor: Actor, id: number): Promise<SavedView[]> {
  const deleted = await deps.db.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', actor.id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) throw notFound('saved view');
  return listSavedViews(deps, actor);
}

/** The row of the user is the lock: there may be no view yet. */
async function lockViews(tx: Handle, actor: Actor) {
  await tx.selectFrom('users').select('id').where('id', '=', actor.id).forUpdate().execute();
  return tx.selectFrom('saved_views').select(['id', 'page', 'name', 'is_shared']).where('user_id', '=', actor.id).execute();
}

function requireSharing(actor: Actor, isShared: boolean | undefined): void {
  if (isShared === true && !mayShareViews(actor)) throw refused('External authors can’t share views.');
}

function taken(name: string) {
  return alreadyExists(`You already have one named “${name}” on this page.`);
}
