import { recordAudit } from '#features/audit/server/index.ts';
import type { Tx } from '#platform/server/database/database.ts';
import { refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { StaffList } from '#platform/server/staff-list.ts';
import { findUserByIdentity, isLinkedTo, linkIdentity } from '../identities.ts';
import { revokeAccess } from '../invitations.ts';
import type { SignInProvider, VerifiedIdentity } from '../sign-in/provider.ts';
import { findUserByEmail, insertUser, hasUsers, lockUsers, updateUser, type User } from '../user-queries.ts';
import { getUser } from '../users.ts';
import { MESSAGES } from './messages.ts';

/**
 * Who may sign in through a provider: the owner, users who were added by email, and staff listed in the settings. Users
 * are identified by the provider's account; the address is only used for the first match.
 *
 *   no user ──listed──▶ staff by settings ──no longer listed──▶ suspended ──listed again──▶ staff by settings
 *   external ──listed──▶ staff by settings          revoked by a user ──▶ no access until added again
 */
type Verdict = { readonly user: User } | { readonly refusal: string; readonly endedUser?: number };

type Deps = Pick<Platform, 'db' | 'config' | 'live'>;

/** @throws AppError `refused` with a text for the user who is rejected. */
export async function authorizeIdentity(
  platform: Deps,
  provider: Pick<SignInProvider, 'name'>,
  vouched: VerifiedIdentity,
  address: string,
): Promise<User> {
  const { staff } = platform.config.signIn;
  const verdict = await platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const found = await judge(tx, staff, provider.name, vouched);
    const details = { provider: provider.name };
    if ('refusal' in found) {
      await recordAudit(tx, { actor: null, action: 'sign-in.refuse', subject: mainAddress(vouched), address, details });
      return found;
    }
    const email = addressFor(found.user, staff, vouched);
    await linkIdentity(tx, found.user.id, vouched, email);
    const user = await follow(tx, found.user, email, vouched.name);
    await recordAudit(tx, { actor: user, action: 'sign-in', subject: user.email, address, details });
    return { user };
  });
  if ('user' in verdict) return verdict.user;
  if (verdict.endedUser !== undefined) platform.live.endUser(verdict.endedUser);
  throw refused(verdict.refusal);
}

async function judge(tx: Tx, staff: StaffList, provider: string, vouched: VerifiedIdentity): Promise<Verdict> {
  if (!(await hasUsers(tx))) return { refusal: MESSAGES.noOwner };
  const identified = await findUserByIdentity(tx, vouched);
  if (identified !== null) return judgeKnown(tx, await getUser(tx, identified), staff, vouched);
  const user = await matchAddress(tx, staff, vouched);
  if (user === null) return judgeStranger(tx, staff, vouched);
  if (await isLinkedTo(tx, user.id, vouched.issuer)) return { refusal: MESSAGES.otherAccount(user.email, provider) };
  return judgeKnown(tx, user, staff, vouched);
}

/** Prefers a user of these addresses who may sign in over one who may not; null if no user has one. */
async function matchAddress(tx: Tx, staff: StaffList, vouched: VerifiedIdentity): Promise<User | null> {
  const users: User[] = [];
  for (const email of listedFirst(staff, vouched)) {
    const user = await findUserByEmail(tx, email);
    if (user !== null) users.push(user);
  }
  return users.find((user) => user.revoked_at === null) ?? users[0] ?? null;
}

async function judgeKnown(tx: Tx, user: User, staff: StaffList, vouched: VerifiedIdentity): Promise<Verdict> {
  const isListed = vouched.emails.some((email) => staff.has(email));
  if (user.revoked_at !== null && !(user.staff_by_settings && isListed)) return { refusal: MESSAGES.revoked(user.email) };
  if (user.role === 'external' || user.revoked_at !== null) {
    if (!isListed) return { user };
    return { user: await updateUser(tx, user.id, { role: 'staff', staff_by_settings: true, revoked_at: null }) };
  }
  if (user.staff_by_settings && !isListed) {
    // This server has another list than the one that applied it: the list, not the person, has changed.
    if (!staff.has(user.email)) return { refusal: MESSAGES.notListed(user.email) };
    await revokeAccess(tx, user.id);
    return { refusal: MESSAGES.notListed(user.email), endedUser: user.id };
  }
  return { user };
}

async function judgeStranger(tx: Tx, staff: StaffList, vouched: VerifiedIdentity): Promise<Verdict> {
  const email = vouched.emails.find((candidate) => staff.has(candidate));
  if (email === undefined) return { refusal: MESSAGES.stranger(mainAddress(vouched)) };
  return { user: await insertUser(tx, { email, name: vouched.name, role: 'staff', password_hash: null, staff_by_settings: true }) };
}

/** Returns the user's current address if it is verified, otherwise the verified one that grants access. */
function addressFor(user: User, staff: StaffList, vouched: VerifiedIdentity): string {
  const candidates = listedFirst(staff, vouched);
  const isKept = candidates.includes(user.email) && (!user.staff_by_settings || staff.has(user.email));
  return isKept ? user.email : (candidates[0] ?? user.email);
}

/** Updates a changed address, unless another user has it, and sets the name of a user without one. */
async function follow(tx: Tx, user: User, email: string, name: string | null): Promise<User> {
  const isFree = email !== user.email && (await findUserByEmail(tx, email)) === null;
  const isNamed = user.name !== null || name === null;
  if (!isFree && isNamed) return user;
  return updateUser(tx, user.id, { ...(isFree ? { email } : {}), ...(isNamed ? {} : { name }) });
}

function listedFirst(staff: StaffList, { emails }: VerifiedIdentity): string[] {
  return emails.toSorted((a, b) => Number(staff.has(b)) - Number(staff.has(a)));
}

function mainAddress({ emails }: VerifiedIdentity): string {
  return emails[0] ?? '';
}
