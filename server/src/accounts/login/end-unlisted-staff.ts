import { recordAudit } from '#server/audit/index.ts';
import { endAccess } from '#server/accounts/invitations.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listActiveUsers } from '#server/accounts/user-queries.ts';

/**
 * Ends the access of staff whom the settings made and no longer list: sessions, tokens and all. Run at the start, as
 * settings are read there; listed again, they come back with their next sign-in. Answers how many went.
 */
export async function endUnlistedStaff(platform: Pick<Platform, 'db' | 'config' | 'live' | 'log'>): Promise<number> {
  const { staff } = platform.config.signIn;
  const listed = await listActiveUsers(platform.db, ['staff']);
  const gone = listed.filter((user) => user.staff_by_settings && !staff.has(user.email));
  for (const user of gone) {
    await platform.db.transaction().execute(async (tx) => {
      await endAccess(tx, user.id);
      await recordAudit(tx, { actor: null, action: 'staff.unlist', subject: user.email, address: 'settings' });
    });
    platform.live.endUser(user.id);
    platform.log.warn({ email: user.email }, 'the settings no longer list this staff member, whose access has ended');
  }
  return gone.length;
}
