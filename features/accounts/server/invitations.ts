import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor, Role } from '#platform/contract/roles.ts';
import type { Config } from '#platform/server/config.ts';
import type { Handle, Tx } from '#platform/server/database/database.ts';
import { alreadyExists, notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { InvitedUser } from '../contract/invitations.ts';
import { managesRole } from '../people.policy.ts';
import { leaveGroups } from './group-queries.ts';
import { listIdentities } from './identities.ts';
import { deleteIdentitiesOf } from './identity-queries.ts';
import { createInvitationLink } from './invitation-links.ts';
import { deleteOpenInvitations, listOpenInvitations } from './invitation-queries.ts';
import type { LockOut } from './lock-out.ts';
import { findUsersWithFactors } from './second-factors/queries.ts';
import { resetSecondFactorsOf } from './second-factors/second-factors.ts';
import { endSessionsOf } from './sessions.ts';
import { revokeTokensOf } from './tokens.ts';
import { findUserByEmail, insertUser, listActiveUsers, lockUsers, updateUser, type User } from './user-queries.ts';
import { getUser } from './users.ts';

/** The kinds of invited users: the rules are the same, the texts differ. */
const WORDS = {
  external: { person: 'external author', action: 'external-author' },
  staff: { person: 'staff member', action: 'staff' },
} as const;
type InvitedRole = Exclude<Role, 'owner'>;
type InvitedKind = keyof typeof WORDS;
const kindOf = (role: Role): InvitedKind => (role === 'external' ? 'external' : 'staff');

interface OpenInvitation {
  url: string | null;
  expires: Date;
}

type Deps = Pick<Platform, 'db' | 'config'>;
/** What lists of people need. */
export type PeopleDeps = Deps & { readonly lockOut: Pick<LockOut, 'lockedUntil'> };

function toWire(
  { signIn }: Pick<Config, 'signIn'>,
  user: User,
  has: { readonly identity: boolean; readonly secondFactor: boolean; readonly lockedUntil?: Date | undefined },
  invitation: OpenInvitation | null,
): InvitedUser {
  // With passwords beside a provider, a user may have either.
  const comesByProvider = has.identity || user.staff_by_settings;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    has_joined: user.password_hash !== null || has.identity,
    has_second_factor: has.secondFactor,
    last_seen: user.last_seen_at?.toISOString() ?? null,
    locked_until: has.lockedUntil?.toISOString() ?? null,
    signs_in_by: signIn.hasPasswords && (user.password_hash !== null || !comesByProvider) ? 'password' : 'provider',
    invitation_url: invitation?.url ?? null,
    invitation_expires: invitation?.expires.toISOString() ?? null,
  };
}

/** The users with access who have one of these roles. Their links are not shown again. */
export async function listInvitedUsers(platform: PeopleDeps, roles: readonly Role[]): Promise<InvitedUser[]> {
  const users = await listActiveUsers(platform.db, roles);
  const ids = users.map((user) => user.id);
  const invitations = await listOpenInvitations(platform.db, ids);
  const identified = new Set((await listIdentities(platform.db, ids)).map((identity) => identity.user_id));
  const protectedUsers = await findUsersWithFactors(platform.db, ids);
  const locked = await platform.lockOut.lockedUntil(users.map(({ email }) => email));
  const expiry = new Map(invitations.map((invitation) => [invitation.user_id, invitation.expires_at]));
  return users.map((user) => {
    const expires = expiry.get(user.id);
    const has = { identity: identified.has(user.id), secondFactor: protectedUsers.has(user.id), lockedUntil: locked.get(user.email) };
    return toWire(platform.config, user, has, expires === undefined ? null : { url: null, expires });
  });
}

/**
 * Gives a user access and, if passwords are enabled, creates a link to join. A user whose access was revoked starts
 * over.
 * @throws AppError `already_exists` if a user with access has this address.
 */
export async function inviteUser(
  platform: Deps,
  actor: Actor,
  input: { role: InvitedRole; email: string; address: string },
): Promise<InvitedUser> {
  return platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const user = await grantAccess(tx, actor, input);
    const invitation = platform.config.signIn.hasPasswords ? await createInvitationLink(tx, platform.config, user.id) : null;
    await recordAudit(tx, {
      actor,
      action: `${WORDS[kindOf(input.role)].action}.add`,
      subject: input.email,
      address: input.address,
      details: { role: input.role },
    });
    return toWire(platform.config, user, { identity: false, secondFactor: false }, invitation);
  });
}

async function grantAccess(handle: Handle, actor: Actor, { email, role }: { email: string; role: InvitedRole }): Promise<User> {
  const known = await findUserByEmail(handle, email);
  if (known === null) return insertUser(handle, { email, name: null, role, password_hash: null });
  // Who manages a role brings its people back, also with another one. Staff can't bring back staff, and nobody makes them external.
  const maySwitch = role !== 'external' && managesRole(actor, known.role);
  if (known.revoked_at === null || (known.role !== role && !maySwitch)) throw alreadyExists(`${email} already has an account.`);
  // A sign-in in progress during the revocation must not become valid again.
  await endSessionsOf(handle, known.id);
  await revokeTokensOf(handle, known.id);
  await resetSecondFactorsOf(handle, known.id);
  // The address may now belong to another person, with another account at the provider.
  await deleteIdentitiesOf(handle, known.id);
  return updateUser(handle, known.id, { role, revoked_at: null, password_hash: null, staff_by_settings: false, last_seen_at: null });
}

/**
 * Creates a new link for a user who lost theirs, or the password. @throws AppError `not_found`; `refused` if passwords
 * are disabled.
 */
export async function renewInvitation(
  platform: PeopleDeps,
  actor: Actor,
  input: { kind: InvitedKind; id: number; address: string },
): Promise<InvitedUser> {
  const { signIn } = platform.config;
  if (!signIn.hasPasswords)
    throw refused(`Links are not available: users sign in with ${signIn.providers.map(({ name }) => name).join(' or ')}.`);
  return platform.db.transaction().execute(async (tx) => {
    const user = await getPerson(tx, input);
    const invitation = await createInvitationLink(tx, platform.config, user.id);
    await recordAudit(tx, { actor, action: `${WORDS[input.kind].action}.invite`, subject: user.email, address: input.address });
    const has = {
      identity: (await listIdentities(tx, [user.id])).length > 0,
      secondFactor: (await findUsersWithFactors(tx, [user.id])).has(user.id),
      lockedUntil: (await platform.lockOut.lockedUntil([user.email])).get(user.email),
    };
    return toWire(platform.config, user, has, invitation);
  });
}

/** Ends a user's access: sessions, tokens, links and live connections at once. @throws AppError `not_found`. */
export async function revokeUser(
  platform: Pick<Platform, 'db' | 'live'>,
  actor: Actor,
  input: { kind: InvitedKind; id: number; address: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await getPerson(tx, input);
    await revokeAccess(tx, user.id);
    // A revoked user stays revoked, whatever the settings say.
    await updateUser(tx, user.id, { staff_by_settings: false });
    await recordAudit(tx, { actor, action: `${WORDS[input.kind].action}.revoke`, subject: user.email, address: input.address });
  });
  platform.live.endUser(input.id);
}

/** Removes every means of access of a user, in the caller's transaction. The caller then ends the live connections. */
export async function revokeAccess(tx: Tx, userId: number): Promise<void> {
  await updateUser(tx, userId, { revoked_at: new Date(), password_hash: null });
  await endSessionsOf(tx, userId);
  await revokeTokensOf(tx, userId);
  await deleteOpenInvitations(tx, userId);
  // The address may become another person's.
  await leaveGroups(tx, userId);
}

async function getPerson(handle: Handle, { id, kind }: { id: number; kind: InvitedKind }): Promise<User> {
  const user = await getUser(handle, id);
  if (kindOf(user.role) !== kind || user.revoked_at !== null) throw notFound(WORDS[kind].person);
  return user;
}

/** Creates a link for any user with access, on the command line: the owner's way back in. */
export async function createLoginLink(platform: Pick<Platform, 'db' | 'config'>, user: User): Promise<string> {
  return platform.db.transaction().execute(async (tx) => {
    const { url } = await createInvitationLink(tx, platform.config, user.id);
    await recordAudit(tx, { actor: null, action: 'password.link', subject: user.email, address: 'command line' });
    return url;
  });
}
