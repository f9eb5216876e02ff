import { sql } from 'kysely';
import { z } from 'zod';
import type { Handle } from '#platform/server/database/database.ts';
import { PasskeyData, type StoredPasskey } from './passkeys.ts';
import { hashRecoveryCode } from './recovery-codes.ts';

export const TotpData = z.object({ secret: z.string(), last_step: z.number().int().nullable() });

/** A second factor with what it is proven by. */
export interface Factor {
  readonly id: number;
  readonly kind: 'totp' | 'passkey';
  readonly name: string;
  readonly credential_id: string | null;
  readonly data: Record<string, unknown>;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const COLUMNS = ['id', 'kind', 'name', 'credential_id', 'data', 'created_at', 'last_used_at'] as const;

/** The second factors of a user, oldest first. */
export async function listFactors(handle: Handle, userId: number): Promise<Factor[]> {
  return handle.selectFrom('second_factors').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();
}

/** Which of these users have a second factor. */
export async function findUsersWithFactors(handle: Handle, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await handle.selectFrom('second_factors').select('user_id').distinct().where('user_id', 'in', userIds).execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** The passkeys among second factors. */
export function passkeysOf(factors: readonly Factor[]): StoredPasskey[] {
  return factors.flatMap(({ credential_id, data }) => (credential_id === null ? [] : { credential_id, data: PasskeyData.parse(data) }));
}

/** A passkey and its user; null if it doesn't exist. */
export async function findPasskey(handle: Handle, credentialId: string): Promise<(Factor & { readonly user_id: number }) | null> {
  const row = await handle
    .selectFrom('second_factors')
    .select([...COLUMNS, 'user_id'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns its id; null if the passkey is known already. */
export async function insertFactor(
  handle: Handle,
  factor: { user_id: number; kind: Factor['kind']; name: string; credential_id: string | null; data: Record<string, unknown> },
): Promise<number | null> {
  const row = await handle
    .insertInto('second_factors')
    .values({ ...factor, data: JSON.stringify(factor.data) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Notes a use. False if another use changed the factor since it was read: two calls must not use one code. */
export async function noteUse(handle: Handle, { id, data: before }: Factor, data: Record<string, unknown>): Promise<boolean> {
  const result = await handle
    .updateTable('second_factors')
    .set({ data: JSON.stringify(data), last_used_at: new Date() })
    .where('id', '=', id)
    .where(sql<boolean>`data = ${JSON.stringify(before)}::jsonb`)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns what was removed; undefined if the user has no such factor. */
export async function deleteFactor(handle: Handle, userId: number, id: number): Promise<{ name: string } | undefined> {
  return handle.deleteFrom('second_factors').where('user_id', '=', userId).where('id', '=', id).returning('name').executeTakeFirst();
}

/** Removes all second factors and recovery codes of a user. Returns the number of factors. */
export async function deleteFactors(handle: Handle, userId: number): Promise<number> {
  const { numDeletedRows } = await handle.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirstOrThrow();
  await handle.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await handle.deleteFrom('pending_proofs').where('user_id', '=', userId).execute();
  return Number(numDeletedRows);
}

export async function countRecoveryCodes(handle: Handle, userId: number): Promise<number> {
  const { count } = await handle
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function replaceRecoveryCodes(handle: Handle, userId: number, codes: readonly string[]): Promise<void> {
  await handle.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (codes.length === 0) return;
  await handle
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code) })))
    .execute();
}

/** Uses up a recovery code. False if it is not one, or was used. */
export async function takeRecoveryCode(handle: Handle, userId: number, code: string): Promise<boolean> {
  const result = await handle
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}
