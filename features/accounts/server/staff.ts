import { recordAudit } from '#features/audit/server/index.ts';
import { type Actor, type Role, STAFF_ROLES } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { forbidden, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { InvitedUser } from '../contract/invitations.ts';
import type { StaffRole } from '../contract/staff.ts';
import { managesRole, ROLE_NAMES } from '../people.policy.ts';
import { inviteUser, listInvitedUsers, type PeopleDeps, renewInvitation, revokeUser } from './invitations.ts';
import { resetSecondFactorsOf } from './second-factors/second-factors.ts';
import { listActiveUsers, lockUsers, updateUser, type User } from './user-queries.ts';
import { getUser } from './users.ts';

const kind = 'staff';

/** The owners first, then the staff by address. */
export function listStaff(platform: PeopleDeps): Promise<InvitedUser[]> {
  return listInvitedUsers(platform, STAFF_ROLES);
}

/** @throws AppError `already_exists` if the address is taken; `forbidden` for a role that the actor doesn't manage. */
export async function addStaff(
  platform: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  input: { email: string; role: StaffRole; address: string },
): Promise<InvitedUser> {
  requireManaged(actor, input.role);
  return inviteUser(platform, actor, input);
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
    actor,
    input.id,
    'Owners change their password on the account page. Make this person staff first if they cannot sign in.',
  );
  return renewInvitation(platform, actor, { kind, ...input });
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
  await requireOther(platform, actor, input.id, 'The access of an owner cannot be revoked. Make this person staff first.');
  await revokeUser(platform, actor, { kind, ...input });
  return listStaff(platform);
}

/**
 * Changes the role of somebody on staff, at once.
 * @throws AppError `not_found`; `forbidden` for roles that the actor doesn't manage; `refused` for the last owner, or to make someone an
 * owner who has not joined yet.
 */
export async function setStaffRole(
  platform: PeopleDeps & Pick<Platform, 'live'>,
  actor: Actor,
  { id, role: chosen }: { id: number; role: StaffRole | 'owner' },
): Promise<InvitedUser[]> {
  await changeStaffRole(platform.db, { actor }, { id, role: chosen });
  // Live connections have the role that they began with, and a review may no longer count.
  platform.live.endUser(id);
  return listStaff(platform);
}

/**
 * What {@link setStaffRole} changes.
 * @param by A person, or the command line: then `actor` is null and the address says so.
 */
export async function changeStaffRole(
  db: Platform['db'],
  by: { readonly actor: Actor | null; readonly address?: string },
  { id, role: chosen }: { id: number; role: StaffRole | 'owner' },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const user = await getStaffMember(tx, id);
    if (by.actor !== null) for (const role of [user.role, chosen]) requireManaged(by.actor, role);
    if (user.role === chosen) return;
    const owners = await listActiveUsers(tx, ['owner']);
    if (user.role === 'owner' && owners.length === 1) throw refused('There must always be an owner. Make someone else an owner first.');
    if (chosen === 'owner' && user.name === null) throw refused(`${user.email} has not joined yet.`);
    // Settings decide on staff only.
    await updateUser(tx, id, { role: chosen, staff_by_settings: false });
    await recordAudit(tx, { ...by, action: 'staff.role', subject: user.email, details: { from: user.role, to: chosen } });
  });
}

/**
 * Removes the second factors of a person who lost them: their password alone signs in again. Returns the staff.
 * @throws AppError `not_found`; `refused` for oneself: an unattended session must not be enough.
 */
export async function resetSecondFactors(platform: PeopleDeps, actor: Actor, id: number): Promise<InvitedUser[]> {
  if (actor.id === id) throw refused('Remove your own second factors on the account page, with your password.');
  await platform.db.transaction().execute(async (tx) => {
    const user = await getUser(tx, id);
    if (user.revoked_at !== null) throw notFound('user');
    if (await resetSecondFactorsOf(tx, id)) await recordAudit(tx, { actor, action: 'second-factor.reset', subject: user.email });
  });
  return listStaff(platform);
}

async function getStaffMember(handle: Handle, id: number): Promise<User> {
  const user = await getUser(handle, id);
  if (user.role === 'external' || user.revoked_at !== null) throw notFound('staff member');
  return user;
}

async function requireOther(platform: Pick<Platform, 'db'>, actor: Actor, id: number, text: string): Promise<void> {
  const { role } = await getUser(platform.db, id);
  if (role === 'owner') throw refused(text);
  requireManaged(actor, role);
}

/** @throws AppError `forbidden` */
function requireManaged(actor: Actor, role: Role): void {
  if (!managesRole(actor, role)) throw forbidden(`You can’t manage people with the role ${ROLE_NAMES[role]}.`);
}
