import type { Handle, Tx } from '#platform/server/database/database.ts';
import { findIdentity, insertIdentity, listIdentitiesOf, touchIdentity, type Identity } from './identity-queries.ts';
import type { VerifiedIdentity } from './sign-in/provider.ts';

/**
 * Links users to accounts at identity providers by issuer and subject, a pair that is never reassigned. Email addresses
 * are reassigned, so they are only used for the first match.
 */

/** The user linked to a provider's account; null if there is none yet. */
export async function findUserByIdentity(handle: Handle, { issuer, subject }: VerifiedIdentity): Promise<number | null> {
  return (await findIdentity(handle, issuer, subject))?.user_id ?? null;
}

/** Whether a user is linked to an account of this issuer. */
export async function isLinkedTo(handle: Handle, userId: number, issuer: string): Promise<boolean> {
  return (await listIdentitiesOf(handle, [userId])).some((identity) => identity.issuer === issuer);
}

/** Links a user to the account they signed in with, or updates the link. */
export async function linkIdentity(tx: Tx, userId: number, vouched: VerifiedIdentity, email: string): Promise<void> {
  const known = await findIdentity(tx, vouched.issuer, vouched.subject);
  if (known === null) await insertIdentity(tx, { issuer: vouched.issuer, subject: vouched.subject, user_id: userId, email });
  else await touchIdentity(tx, known, email, new Date());
}

/** The accounts linked to these users. */
export async function listIdentities(handle: Handle, userIds: readonly number[]): Promise<Identity[]> {
  return listIdentitiesOf(handle, userIds);
}
