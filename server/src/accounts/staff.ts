import type { InvitedUser } from '#contract/invitations.ts';
import type { Actor } from '#contract/roles.ts';
import { inviteUser, listInvitedUsers, renewInvitation, revokeUser } from './invitations.ts';
import { refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { getUser } from './users.ts';

const role = 'staff';

/** The owner first, then the staff by address. */
export function listStaff(platform: Pick<Platform, 'db' | 'config'>): Promise<InvitedUser[]> {
  return listInvitedUsers(platform, ['owner', role]);
}

/** @throws AppError `already_exists` if the address is taken. */
export function addStaff(
  platform: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  input: { email: string; address: string },
): Promise<InvitedUser> {
  return inviteUser(platform, actor, { role, ...input });
}

/**
 * Creates a new link for a staff member who lost theirs, or the password.
 * @throws AppError `not_found`; `refused` for the owner: an unattended session must not be enough to set a new
 * password.
 */
export async function renewStaffInvitation(
  platform: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<InvitedUser> {
  await requireOther(platform, input.id, 'The owner can change the password on the account page.');
  return renewInvitation(platform, actor, { role, ...input });
}

/**
 * Ends a staff member's access at once; returns the remaining staff. @throws AppError `not_found`, `refused` for the
 * owner.
 */
export async function revokeStaff(
  platform: Pick<Platform, 'db' | 'config' | 'live'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<InvitedUser[]> {
  await requireOther(platform, input.id, 'The owner’s access cannot be revoked.');
  await revokeUser(platform, actor, { role, ...input });
  return listStaff(platform);
}

/** The owner never changes, so this stays true after the check. */
async function requireOther(platform: Pick<Platform, 'db'>, id: number, text: string): Promise<void> {
  if ((await getUser(platform.db, id)).role === 'owner') throw refused(text);
}
