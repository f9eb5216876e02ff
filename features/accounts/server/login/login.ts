import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import { observedSignInProblems } from '#platform/server/observed.ts';
import type { Platform } from '#platform/server/platform.ts';
import { isSameSecret, newSecret } from '#platform/server/secrets.ts';
import { getInvitedUser, redeemInvitation } from '../invitation-links.ts';
import { hashPassword, isPassword } from '../passwords.ts';
import { endSessionsOf } from '../sessions.ts';
import { findUserByEmail, insertUser, hasUsers, lockUsers, updateUser, type User } from '../user-queries.ts';
import { findActiveUserByEmail } from '../users.ts';
import { MESSAGES } from './messages.ts';

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'setup-token');
}

/** The one-time token that creates the owner; it survives restarts until it is used. */
export async function ensureSetupToken(dataFolder: string): Promise<string> {
  const known = await readSetupToken(dataFolder);
  if (known !== null) return known;
  const token = newSecret();
  await writeFile(fileOf(dataFolder), `${token}\n`, { mode: 0o600, flag: 'w' });
  return token;
}

async function isSetupToken(dataFolder: string, input: string): Promise<boolean> {
  const token = await readSetupToken(dataFolder);
  return token !== null && isSameSecret(token, input);
}

export async function removeSetupToken(dataFolder: string): Promise<void> {
  await rm(fileOf(dataFolder), { force: true });
}

async function readSetupToken(dataFolder: string): Promise<string | null> {
  try {
    const token = (await readFile(fileOf(dataFolder), 'utf8')).trim();
    return token === '' ? null : token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** True until the owner has an account. */
export async function isSetupNeeded(handle: Handle): Promise<boolean> {
  return !(await hasUsers(handle));
}

/** Creates the owner, once. @throws AppError `refused` if there is one already, or for a wrong token. */
export async function setUpOwner(
  platform: Pick<Platform, 'db' | 'config'>,
  input: { token: string; email: string; name: string; password: string; address: string },
): Promise<User> {
  if (!(await isSetupNeeded(platform.db))) throw refusedAsSetUp();
  if (!(await isSetupToken(platform.config.dataFolder, input.token))) {
    throw refused('Wrong set-up token. The server printed it when it started; it is also in the file setup-token in the data folder.');
  }
  const password_hash = await hashPassword(input.password);
  const owner = await platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    if (await hasUsers(tx)) throw refusedAsSetUp();
    const user = await insertUser(tx, { email: input.email, name: input.name, role: 'owner', password_hash });
    await recordAudit(tx, { actor: user, action: 'set-up', subject: user.email, address: input.address });
    return user;
  });
  await removeSetupToken(platform.config.dataFolder);
  return owner;
}

function refusedAsSetUp() {
  return refused('The owner already has an account. Sign in instead.');
}

/**
 * @throws AppError `refused`, with the same text and timing whether the address or the password is wrong; also if
 * passwords are disabled.
 */
export async function checkPassword(
  platform: Pick<Platform, 'db' | 'config' | 'log'>,
  input: { email: string; password: string; address: string },
): Promise<User> {
  const { hasPasswords, providers } = platform.config.signIn;
  if (!hasPasswords) throw refused(MESSAGES.noPasswords(providers.map(({ name }) => name).join(' or ')));
  const user = await findActiveUserByEmail(platform.db, input.email);
  const isRight = await isPassword(user?.password_hash ?? null, input.password);
  if (user === null || !isRight) {
    await recordFailure(platform, input);
    throw refused('Wrong email or password.');
  }
  return user;
}

/**
 * Records a failed sign-in in the audit trail and the log: the account, if there is one, and the caller's address. An
 * address without an account is left out: people type passwords into the wrong field.
 */
async function recordFailure(
  platform: Pick<Platform, 'db' | 'log'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const user = await findUserByEmail(platform.db, email);
  const reason = user === null ? 'no account' : user.revoked_at !== null ? 'no access' : 'wrong password';
  platform.log.warn({ account: user?.id ?? null, address, reason }, 'a sign-in failed');
  observedSignInProblems.send({ problem: 'failed' });
  const subject = user === null ? {} : { subject: user.email };
  await recordAudit(platform.db, { actor: null, action: 'sign-in.fail', ...subject, address, details: { reason } });
}

/**
 * Sets name and password of the user of a one-time link. Sessions begun with an earlier password end.
 * @throws AppError `not_found` if the link is invalid.
 */
export async function acceptInvitation(
  platform: Pick<Platform, 'db' | 'live'>,
  input: { token: string; name: string; password: string; address: string },
): Promise<User> {
  // Checked first, so that made-up links cost no password hash.
  await getInvitedUser(platform.db, input.token);
  const password_hash = await hashPassword(input.password);
  const user = await platform.db.transaction().execute(async (tx) => {
    const invited = await redeemInvitation(tx, input.token);
    await endSessionsOf(tx, invited.id);
    const action = invited.password_hash !== null ? 'password.reset' : invited.role === 'external' ? 'external-author.join' : 'staff.join';
    await recordAudit(tx, { actor: invited, action, subject: invited.email, address: input.address });
    return updateUser(tx, invited.id, { name: input.name, password_hash });
  });
  platform.live.endUser(user.id);
  return user;
}
