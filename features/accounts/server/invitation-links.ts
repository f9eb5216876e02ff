import { DAY_MS } from '#platform/contract/times.ts';
import type { Config } from '#platform/server/config.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { notFound } from '#platform/server/errors.ts';
import { hashSecret, newSecret } from '#platform/server/secrets.ts';
import {
  deleteOpenInvitations,
  findInvitationByHash,
  insertInvitation,
  markInvitationUsed,
  type Invitation,
} from './invitation-queries.ts';
import type { User } from './user-queries.ts';
import { getUser } from './users.ts';

/** How long a one-time link is valid. */
const VALID_MS = 7 * DAY_MS;

/** Creates a one-time link; earlier ones of the same user stop working. */
export async function createInvitationLink(
  tx: Tx,
  config: Pick<Config, 'publicUrl'>,
  userId: number,
): Promise<{ url: string; expires: Date }> {
  const token = newSecret();
  const expires = new Date(Date.now() + VALID_MS);
  await deleteOpenInvitations(tx, userId);
  await insertInvitation(tx, { user_id: userId, token_hash: hashSecret(token), expires_at: expires });
  return { url: `${config.publicUrl}/invitation/${token}`, expires };
}

/** Returns the user of a link. @throws AppError `not_found` if it was used, replaced or revoked, or has expired. */
export async function getInvitedUser(handle: Handle, token: string): Promise<User> {
  return (await getOpenInvitation(handle, token)).user;
}

/** Redeems a link, once. @throws AppError `not_found` as {@link getInvitedUser}. */
export async function redeemInvitation(tx: Tx, token: string): Promise<User> {
  const { invitation, user } = await getOpenInvitation(tx, token);
  if (!(await markInvitationUsed(tx, invitation.id, new Date()))) throw notFound('invitation');
  return user;
}

async function getOpenInvitation(handle: Handle, token: string): Promise<{ invitation: Invitation; user: User }> {
  const invitation = await findInvitationByHash(handle, hashSecret(token));
  if (invitation === null || invitation.used_at !== null || invitation.expires_at.getTime() <= Date.now()) throw notFound('invitation');
  const user = await getUser(handle, invitation.user_id);
  if (user.revoked_at !== null) throw notFound('invitation');
  return { invitation, user };
}
