import type { Handle } from '#server/platform/database/database.ts';

/** A sign-in through a provider that is in progress. */
export interface LoginAttempt {
  provider: string;
  state: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
}

const COLUMNS = ['provider', 'state', 'nonce', 'code_verifier', 'expires_at'] as const;

export async function insertAttempt(handle: Handle, attempt: LoginAttempt & { id_hash: string }): Promise<void> {
  await handle.insertInto('login_attempts').values(attempt).execute();
}

/** Deletes and returns an attempt, so that it is found only once; null if there is none. */
export async function takeAttempt(handle: Handle, idHash: string): Promise<LoginAttempt | null> {
  const row = await handle.deleteFrom('login_attempts').where('id_hash', '=', idHash).returning(COLUMNS).executeTakeFirst();
  return row ?? null;
}

export async function deleteAttemptsBefore(handle: Handle, before: Date): Promise<void> {
  await handle.deleteFrom('login_attempts').where('expires_at', '<', before).execute();
}
