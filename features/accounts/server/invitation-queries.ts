import type { Handle } from '#platform/server/database/database.ts';

export interface Invitation {
  id: number;
  user_id: number;
  expires_at: Date;
  used_at: Date | null;
}

const COLUMNS = ['id', 'user_id', 'expires_at', 'used_at'] as const;

/** The open invitations of these users. */
export async function listOpenInvitations(handle: Handle, userIds: readonly number[]): Promise<Invitation[]> {
  if (userIds.length === 0) return [];
  return handle.selectFrom('invitations').select(COLUMNS).where('user_id', 'in', userIds).where('used_at', 'is', null).execute();
}

export async function findInvitationByHash(handle: Handle, tokenHash: string): Promise<Invitation | null> {
  const row = await handle.selectFrom('invitations').select(COLUMNS).where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

export async function insertInvitation(
  handle: Handle,
  invitation: { user_id: number; token_hash: string; expires_at: Date },
): Promise<void> {
  await handle.insertInto('invitations').values(invitation).execute();
}

/** False if a concurrent call used it already. */
export async function markInvitationUsed(handle: Handle, id: number, at: Date): Promise<boolean> {
  const result = await handle
    .updateTable('invitations')
    .set({ used_at: at })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deleteOpenInvitations(handle: Handle, userId: number): Promise<void> {
  await handle.deleteFrom('invitations').where('user_id', '=', userId).where('used_at', 'is', null).execute();
}

/** Deletes invitations that ended before `before`, used or not. Returns their number. */
export async function deleteInvitationsBefore(handle: Handle, before: Date): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('invitations').where('expires_at', '<', before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
