import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { InvitedUser } from '../contract/invitations.ts';
import { inviteUser, listInvitedUsers, type PeopleDeps, renewInvitation, revokeUser } from './invitations.ts';
import { resetSecondFactorsOf } from './second-factors/second-factors.ts';
import { listActiveUsers, lockUsers, updateUser, type User } from './user-queries.ts';
import { getUser } from './users.ts';

const role = 'staff';

/** The owners first, then the staff by address. */
export function listStaff(platform: PeopleDeps): Promise<InvitedUser[]> {
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
 * @throws AppError `not_found`; `refused` for an owner: an unattended session must not be enough to set a new
 * password.
 */
export async function renewStaffInvitation(
  platform: PeopleDeps,
  actor: Actor,
  input: { id: number; address: string },
): Promise<InvitedUser> {
  await requireOther(
    platform,
    input.id,
    'Owners change their password on the account page. Make this person staff first if they cannot sign in.',
  );
  return renewInvitation(platform, actor, { role, ...input });
}

/**
 * Ends a staff member's access at once; returns the remaining staff. @throws AppError `not_found`, `refused` for the
 * owner.
 */
export async function revokeStaff(
  platform: PeopleDeps & Pick<Platform, 'live'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<InvitedUser[]> {
  await requireOther(platform, input.id, 'The access of an owner cannot be revoked. Make this person staff first.');
  await revokeUser(platform, actor, { role, ...input });
  return listStaff(platform);
}

/**
 * Makes a staff member an owner, or an owner a staff member, at once.
 * @throws AppError `not_found`; `refused` for the last owner, or for someone who has not joined yet.
 */
export async function setStaffRole(
  platform: PeopleDeps,
  actor: Actor,
  { id, role: chosen }: { id: number; role: 'owner' | 'staff' },
): Promise<InvitedUser[]> {
  await platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const user = await getStaffMember(tx, id);
    if (user.role === chosen) return;
    const owners = await listActiveUsers(tx, ['owner']);
    if (chosen === 'staff' && owners.length === 1) throw refused('There must always be an owner. Make someone else an owner first.');
    if (chosen === 'owner' && user.name === null) throw refused(`${user.email} has not joined yet.`);
    // Settings decide on staff only.
    await updateUser(tx, id, { role: chosen, staff_by_settings: false });
    await recordAudit(tx, { actor, action: 'staff.role', subject: user.email, details: { from: user.role, to: chosen } });
  });
  return listStaff(platform);
}

/**
 * Removes the second factors of a staff member who lost them: their password alone signs in again.
 * @throws AppError `not_found`; `refused` for oneself: an unattended session must not be enough.
 */
export async function resetSecondFactors(platform: PeopleDeps, actor: Actor, id: number): Promise<InvitedUser[]> {
  if (actor.id === id) throw refused('Remove your own second factors on the account page, with your password.');
  await platform.db.transaction().execute(async (tx) => {
    const user = await getStaffMember(tx, id);
    if (await resetSecondFactorsOf(tx, id)) await recordAudit(tx, { actor, action: 'second-factor.reset', subject: user.email });
  });
  return listStaff(platform);
}

async function getStaffMember(handle: Handle, id: number): Promise<User> {
  const user = await getUser(handle, id);
  if (user.role === 'external' || user.revoked_at !== null) throw notFound('staff member');
  return user;
}

async function requireOther(platform: Pick<Platform, 'db'>, id: number, text: string): Promise<void> {
  if ((await getUser(platform.db, id)).role === 'owner') throw refused(text);
}
