import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { endOtherSessionsOf } from './sessions.ts';
import { replacePassword } from './user-queries.ts';
import { getUser } from './users.ts';

/**
 * Changes the user's own password. Every session but that of `credential` ends at once; personal tokens stay.
 * @throws AppError `refused` if `current` is not the password.
 */
export async function changePassword(
  platform: Pick<Platform, 'db' | 'live' | 'log'>,
  actor: Actor,
  input: { current: string; chosen: string; credential: string | null; address: string },
): Promise<void> {
  const user = await getUser(platform.db, actor.id);
  if (!(await isPassword(user.password_hash, input.current))) {
    platform.log.warn({ account: user.id, address: input.address }, 'a change of password failed: wrong current password');
    await recordAudit(platform.db, { actor, action: 'password.fail', subject: user.email, address: input.address });
    throw refusedAsWrong();
  }
  const hash = await hashPassword(input.chosen);
  const ended = await platform.db.transaction().execute(async (tx) => {
    // Fails if an invitation set another password, or access ended, since the check.
    if (!(await replacePassword(tx, user.id, { from: user.password_hash, to: hash }))) throw refusedAsWrong();
    await recordAudit(tx, { actor, action: 'password.change', subject: user.email, address: input.address });
    return endOtherSessionsOf(tx, user.id, input.credential);
  });
  for (const credential of ended) platform.live.endCredential(credential);
}

function refusedAsWrong() {
  return refused('The current password is incorrect.');
}
