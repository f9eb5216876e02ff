import type { Handle, Tx } from '#server/platform/database/database.ts';
import type { VouchedIdentity } from '#server/platform/sign-in/provider.ts';
import { findIdentity, insertIdentity, listIdentitiesOf, touchIdentity, type Identity } from './identity-queries.ts';

/**
 * By which accounts at providers people are known: a pair of issuer and subject, which never changes hands. An address
 * is no more than the first match, because addresses are given to others.
 */

/** Whom a provider's account stands for; null: nobody yet. */
export async function findIdentified(handle: Handle, { issuer, subject }: VouchedIdentity): Promise<number | null> {
  return (await findIdentity(handle, issuer, subject))?.user_id ?? null;
}

/** Whether a person is known by an account of this issuer. */
export async function isIdentifiedBy(handle: Handle, userId: number, issuer: string): Promise<boolean> {
  return (await listIdentitiesOf(handle, [userId])).some((identity) => identity.issuer === issuer);
}

/** Keeps that a person came with this account: the first time, or once more. */
export async function keepIdentity(tx: Tx, userId: number, vouched: VouchedIdentity, email: string): Promise<void> {
  const known = await findIdentity(tx, vouched.issuer, vouched.subject);
  if (known === null) await insertIdentity(tx, { issuer: vouched.issuer, subject: vouched.subject, user_id: userId, email });
  else await touchIdentity(tx, known, email, new Date());
}

/** The accounts by which these people are known. */
export async function listIdentities(handle: Handle, userIds: readonly number[]): Promise<Identity[]> {
  return listIdentitiesOf(handle, userIds);
}
