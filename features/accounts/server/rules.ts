import { sql } from 'kysely';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { DAY_MS } from '#platform/contract/times.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import { InstallationRules, RULES_DEFAULT } from '../contract/rules.ts';
import { findUsersWithFactors } from './second-factors/queries.ts';
import { countTokensBefore, RULES_KEY } from './token-queries.ts';
import { lockUser, type User } from './user-queries.ts';
import { getUser } from './users.ts';

/** What the owners decided for everyone. */
export async function getInstallationRules(handle: Handle): Promise<InstallationRules> {
  const row = await handle.selectFrom('settings').select('value').where('key', '=', RULES_KEY).executeTakeFirst();
  // Rules that were added since have their default.
  return { ...RULES_DEFAULT, ...InstallationRules.partial().parse(row?.value ?? {}) };
}

/**
 * Changes some of the rules.
 * @throws AppError `refused` if an owner asks others for a second factor and has none.
 */
export async function changeInstallationRules(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  change: Partial<InstallationRules>,
): Promise<InstallationRules> {
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, actor.id);
    const before = await getInstallationRules(tx);
    const rules: InstallationRules = { ...before, ...change };
    if (rules.second_factor_required && !before.second_factor_required && config.signIn.hasPasswords) {
      const owner = await getUser(tx, actor.id);
      if (await lacksSecondFactor(tx, owner))
        throw refused('Add a second factor to your own account first, under Account and tokens. Then require it from others.');
    }
    // Only what changes, so that two owners who save at once don't undo each other's change.
    await tx
      .insertInto('settings')
      .values({ key: RULES_KEY, value: JSON.stringify(change) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sql`settings.value || excluded.value` }))
      .execute();
    await recordAudit(tx, { actor, action: 'rules.save', details: { from: before, to: rules } });
    return rules;
  });
}

/** Whether a user signs in with a password and nothing else. */
async function lacksSecondFactor(handle: Handle, user: Pick<User, 'id' | 'password_hash'>): Promise<boolean> {
  return user.password_hash !== null && !(await findUsersWithFactors(handle, [user.id])).has(user.id);
}

/** Whether a user who signed in with a password has to add a second factor before anything else. */
export async function needsSecondFactor(handle: Handle, { id, role }: Pick<User, 'id' | 'role'>): Promise<boolean> {
  if (role === 'external' || !(await getInstallationRules(handle)).second_factor_required) return false;
  return !(await findUsersWithFactors(handle, [id])).has(id);
}

/** How many valid tokens, of how many people, a limit in days would end at once. */
export async function countEndedTokens(handle: Handle, tokenDays: number): Promise<{ tokens: number; people: number }> {
  return countTokensBefore(handle, new Date(Date.now() - tokenDays * DAY_MS));
}
