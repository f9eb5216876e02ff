import { z } from 'zod';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notify, type Channel } from '#platform/server/database/notifications.ts';
import { observedSignInProblems } from '#platform/server/observed.ts';
import type { Platform } from '#platform/server/platform.ts';
import { clearSharedLimit, openSharedLimit, type SharedLimit } from '#platform/server/rate-limit.ts';
import { WRONG_PASSWORDS } from './passwords.ts';
import { findActiveUserByEmail } from './users.ts';

/** The name of the limit in the database. */
const LIMIT = 'wrong-passwords';

/** An account was unlocked on the command line or on another server. */
const unlockedChannel: Channel<{ email: string }> = { name: 'lessonwright_unlocked', schema: z.object({ email: z.string() }) };

/**
 * Counts wrong passwords of each account, when signing in and when changing the password. After too many the account is
 * locked for a while; sessions stay valid.
 */
export class LockOut {
  readonly #wrong: SharedLimit;
  readonly #platform: Pick<Platform, 'db' | 'log'>;

  constructor(platform: Pick<Platform, 'db' | 'log' | 'notifications' | 'cluster' | 'config'>) {
    this.#platform = platform;
    this.#wrong = openSharedLimit(platform, { name: LIMIT, max: platform.config.limits.wrongPasswords, ...WRONG_PASSWORDS });
    platform.notifications
      .listen(unlockedChannel, { onMessage: ({ email }) => void this.clear(email), onMissed: () => undefined })
      .catch((error: unknown) => platform.log.error({ err: error }, 'accounts can only be unlocked by a restart'));
  }

  /**
   * Runs a check of a password or a code. A success clears the count.
   * @param isWhole False if the user is not signed in yet: otherwise someone who knows the password could guess codes without end.
   * @throws AppError `too_many` while the account is locked; what `check` throws.
   */
  async during<T>(
    input: { email: string; address: string },
    check: () => Promise<T>,
    isWhole: (result: T) => boolean = () => true,
  ): Promise<T> {
    const { isLast } = await this.#wrong.take(input.email);
    try {
      const result = await check();
      if (isWhole(result)) await this.#wrong.clear(input.email);
      return result;
    } catch (error) {
      if (isLast) await this.#recordLock(input);
      throw error;
    }
  }

  clear(email: string): Promise<void> {
    return this.#wrong.clear(email);
  }

  /** The locked accounts among these, and until when. */
  lockedUntil(emails: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    return this.#wrong.usedUpUntil(emails);
  }

  /** Lets a user sign in again, on this server at once. */
  async unlock(email: string, by: Actor): Promise<void> {
    await unlockSignIn(this.#platform.db, email, by);
    await this.clear(email);
  }

  async #recordLock({ email, address }: { email: string; address: string }): Promise<void> {
    const { db, log } = this.#platform;
    const user = await findActiveUserByEmail(db, email);
    // Made-up addresses are counted too, so that a lock doesn't reveal which ones have an account.
    if (user === null) return;
    log.warn({ account: user.id, address }, 'an account is locked after too many wrong passwords');
    observedSignInProblems.send({ problem: 'locked' });
    await recordAudit(db, { actor: null, action: 'sign-in.lock', subject: user.email, address });
  }
}

/** Lets a user sign in again after too many wrong passwords. Works for every server of this database. */
export async function unlockSignIn(handle: Handle, email: string, by: Actor | 'command line'): Promise<void> {
  // One server counts in memory, several in the database.
  await clearSharedLimit(handle, LIMIT, email);
  await notify(handle, unlockedChannel, { email });
  const origin = by === 'command line' ? { actor: null, address: by } : { actor: by };
  await recordAudit(handle, { ...origin, action: 'sign-in.unlock', subject: email });
}
