import { recordAudit } from '#features/audit/server/index.ts';
import { ConfigError } from '#platform/server/config.ts';
import type { Db } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { StaffList } from '#platform/server/staff-list.ts';
import { listActiveUsers, listSuspendedStaff, lockUsers, updateUser, type User } from '../user-queries.ts';

/** More people than this, or than a tenth, don't lose access by a setting alone. One person always may. */
const FEW = 5;
const NAMED = 5;

/** What a list of staff would change. */
interface StaffChanges {
  readonly suspended: readonly User[];
  readonly restored: readonly User[];
}

/**
 * Suspends staff from the settings who are not listed any more, and gives those who are listed again what they had, personal tokens
 * included. Nothing is deleted: a list may be missing by mistake. Only the server with the repositories calls it, on start, so that an old
 * server beside it changes nothing.
 *
 * @throws ConfigError if too many people would lose access, unless the settings confirm it.
 */
export async function applyStaffList(platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>): Promise<StaffChanges> {
  const { staff, mayRemoveStaff } = platform.config.signIn;
  const people = (await listActiveUsers(platform.db, ['staff'])).filter((user) => user.staff_by_settings);
  const suspended = people.filter((user) => !staff.has(user.email));
  const refusal = mayRemoveStaff ? null : whyNotSuspend({ isListEmpty: staff.isEmpty, staff: people.length, suspended });
  if (refusal !== null) throw new ConfigError(refusal);
  for (const user of suspended) {
    await setAccess(platform.db, user, false);
    platform.live.endUser(user.id);
    platform.log.warn({ email: user.email }, 'suspended a staff member who is not listed in the settings any more');
  }
  const restored = await restoreListed(platform, staff);
  return { suspended, restored };
}

/** Null: these people may be suspended. */
export function whyNotSuspend(change: {
  readonly isListEmpty: boolean;
  readonly staff: number;
  readonly suspended: readonly Pick<User, 'email'>[];
}): string | null {
  const { isListEmpty, staff, suspended } = change;
  const count = suspended.length;
  if (count === 0) return null;
  if (!isListEmpty && count <= FEW && count <= Math.max(1, staff / 10)) return null;
  const names = suspended.slice(0, NAMED).map(({ email }) => email);
  const more = count > NAMED ? ` and ${count - NAMED} more` : '';
  return (
    `LESSONWRIGHT_STAFF ${isListEmpty ? 'is empty' : 'is shorter than before'}: ${count} of ${staff} people would lose access ` +
    `(${names.join(', ')}${more}). Nothing was changed. If the setting was lost, set it again; if they have left, start with ` +
    'LESSONWRIGHT_STAFF_REMOVE=1.'
  );
}

/** Those who were suspended have sessions or tokens left; those who were revoked don't. */
async function restoreListed({ db, log }: Pick<Platform, 'db' | 'log'>, staff: StaffList): Promise<User[]> {
  const listed = (await listSuspendedStaff(db)).filter((user) => staff.has(user.email));
  for (const user of listed) {
    await setAccess(db, user, true);
    log.warn({ email: user.email }, 'gave access back to a staff member who is listed in the settings again');
  }
  return listed;
}

async function setAccess(db: Db, user: User, isListed: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    await updateUser(tx, user.id, { revoked_at: isListed ? null : new Date() });
    const action = isListed ? 'staff.relist' : 'staff.unlist';
    await recordAudit(tx, { actor: null, action, subject: user.email, address: 'settings' });
  });
}
