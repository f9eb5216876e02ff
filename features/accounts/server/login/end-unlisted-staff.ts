import { recordAudit } from '#features/audit/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { revokeAccess } from '../invitations.ts';
import { listActiveUsers } from '../user-queries.ts';

/**
 * Ends the access of staff from the settings who are no longer listed, sessions and tokens included. Runs on start,
 * when settings are read. If they are listed again, their next sign-in works. Returns their number.
 */
export async function endUnlistedStaff(platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>): Promise<number> {
  const { staff } = platform.config.signIn;
  const listed = await listActiveUsers(platform.db, ['staff']);
  const unlisted = listed.filter((user) => user.staff_by_settings && !staff.has(user.email));
  for (const user of unlisted) {
    await platform.db.transaction().execute(async (tx) => {
      await revokeAccess(tx, user.id);
      await recordAudit(tx, { actor: null, action: 'staff.unlist', subject: user.email, address: 'settings' });
    });
    platform.live.endUser(user.id);
    platform.log.warn({ email: user.email }, 'ended the access of a staff member who is no longer listed in the settings');
  }
  return unlisted.length;
}
