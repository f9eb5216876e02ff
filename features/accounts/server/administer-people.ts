import { z } from 'zod';
import { recordAudit } from '#features/audit/server/index.ts';
import { ROLES } from '#platform/contract/roles.ts';
import { notify, type Channel } from '#platform/server/database/notifications.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { StaffRole } from '../contract/staff.ts';
import { ROLE_NAMES } from '../people.policy.ts';
import { revokeAccess } from './invitations.ts';
import { findUsersWithFactors } from './second-factors/queries.ts';
import { changeStaffRole } from './staff.ts';
import { listActiveUsers, lockUsers, updateUser, type User } from './user-queries.ts';

// What an administrator does with people on the machine itself, without signing in. The server may be running.

const ADDRESS = 'command line';

/** The access of a user was revoked on the command line: servers end the user's live connections. */
const accessEnded: Channel<{ user_id: number }> = { name: 'lessonwright_access_ended', schema: z.object({ user_id: z.number() }) };

/** Ends the live connections of users whose access is revoked on the command line. */
export function watchEndedAccess({ notifications, live, log }: Pick<Platform, 'notifications' | 'live' | 'log'>): void {
  notifications
    .listen(accessEnded, { onMessage: ({ user_id }) => live.endUser(user_id), onMissed: () => undefined })
    // The heartbeat of live connections finds them a little later.
    .catch((error: unknown) => log.error({ err: error }, 'access revoked on the command line ends with a delay'));
}

/** Everybody with access, a line each: role, address, name, and what is unusual about the account. */
export async function describePeople(db: Platform['db']): Promise<string[]> {
  const users = await listActiveUsers(db, ROLES);
  const ids = users.map(({ id }) => id);
  const withFactors = await findUsersWithFactors(db, ids);
  const widest = Math.max(0, ...users.map(({ email }) => email.length));
  return users.map((user) => {
    const notes = [
      user.name ?? 'has not joined',
      ...(withFactors.has(user.id) ? ['second factor'] : []),
      ...(user.staff_by_settings ? ['staff by the settings'] : []),
    ];
    return `${user.role.padEnd(8)}  ${user.email.padEnd(widest)}  ${notes.join(', ')}`;
  });
}

/**
 * Ends a user's access: sessions, tokens, links and live connections at once. What the user wrote stays.
 * @throws AppError `refused` for an owner.
 */
export async function revokeUserHere(db: Platform['db'], user: User): Promise<string> {
  if (user.role === 'owner')
    throw new Error(`${user.email} is an owner. Run "role ${user.email} staff" first, then revoke. Nothing was changed.`);
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    await revokeAccess(tx, user.id);
    // A revoked user stays revoked, whatever the settings say.
    await updateUser(tx, user.id, { staff_by_settings: false });
    const action = user.role === 'external' ? 'external-author.revoke' : 'staff.revoke';
    await recordAudit(tx, { actor: null, action, subject: user.email, address: ADDRESS });
    await notify(tx, accessEnded, { user_id: user.id });
  });
  return `${user.email} no longer has access. What this person wrote is kept.`;
}

/** Changes the role of somebody on staff. @throws AppError `not_found`, `refused` */
export async function setRoleHere(db: Platform['db'], user: User, role: StaffRole | 'owner'): Promise<string> {
  await changeStaffRole(db, { actor: null, address: ADDRESS }, { id: user.id, role });
  return `${user.email} has the role ${ROLE_NAMES[role]} now.`;
}
