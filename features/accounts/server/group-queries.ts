import { sql } from 'kysely';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import type { User } from './user-queries.ts';

interface StoredGroup {
  readonly id: number;
  readonly name: string;
}

/** Groups with these ids, or all of them, by name. */
export async function listGroupRows(handle: Handle, ids?: readonly number[]): Promise<StoredGroup[]> {
  return handle
    .selectFrom('user_groups')
    .select(['id', 'name'])
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .orderBy(sql`lower(name)`)
    .execute();
}

/** A member of a group who has access. */
export type Member = Pick<User, 'id' | 'name' | 'email' | 'role'> & { readonly group_id: number };

export async function listMemberRows(handle: Handle): Promise<Member[]> {
  return handle
    .selectFrom('user_group_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['group_id', 'users.id', 'users.name', 'users.email', 'users.role'])
    .where('revoked_at', 'is', null)
    .execute();
}

/** Null: another group has this name. */
export async function insertGroup(tx: Tx, name: string): Promise<StoredGroup | null> {
  const row = await tx
    .insertInto('user_groups')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
  return row ?? null;
}

/** Others who change this group wait. */
export async function lockGroup(tx: Tx, id: number): Promise<StoredGroup | null> {
  return (await tx.selectFrom('user_groups').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
}

export async function isNameTaken(tx: Tx, name: string, exceptId: number): Promise<boolean> {
  const taken = tx
    .selectFrom('user_groups')
    .select('id')
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('id', '<>', exceptId);
  return (await taken.executeTakeFirst()) !== undefined;
}

export async function renameGroup(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('user_groups').set({ name }).where('id', '=', id).execute();
}

export async function deleteGroupRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('user_groups').where('id', '=', id).execute();
}

/** Sets who is in a group. Those whose access is suspended stay in it: nobody sees them there. */
export async function replaceMembers(tx: Tx, groupId: number, userIds: readonly number[]): Promise<void> {
  await tx
    .deleteFrom('user_group_members')
    .where('group_id', '=', groupId)
    .where('user_id', 'in', (select) => select.selectFrom('users').select('id').where('revoked_at', 'is', null))
    .$if(userIds.length > 0, (query) => query.where('user_id', 'not in', userIds))
    .execute();
  if (userIds.length === 0) return;
  // Locked, so that nobody whose access ends at the same moment is put back.
  const active = await tx.selectFrom('users').select('id').where('id', 'in', userIds).where('revoked_at', 'is', null).forShare().execute();
  if (active.length === 0) return;
  await tx
    .insertInto('user_group_members')
    .values(active.map(({ id: user_id }) => ({ group_id: groupId, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes somebody out of every group. */
export async function leaveGroups(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_group_members').where('user_id', '=', userId).execute();
}
