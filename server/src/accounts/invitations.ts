import type { InvitedPerson } from '#contract/invitations.ts';
import type { Actor, Role } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/index.ts';
import type { Handle, Tx } from '#server/platform/database/database.ts';
import { deleteIdentitiesOf } from './identity-queries.ts';
import { listIdentities } from './identities.ts';
import type { Config } from '#server/platform/config.ts';
import { alreadyExists, notFound, refused } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSessionsOf } from './sessions.ts';
import { endTokensOf } from './tokens.ts';
import { findUserByEmail, insertUser, listActiveUsers, lockUsers, updateUser, type User } from './user-queries.ts';
import { getUser } from './users.ts';
import { makeInvitation } from './invitation-links.ts';
import { deleteOpenInvitations, listOpenInvitations } from './invitation-queries.ts';

/** As whom people are let in: the rules are the same, the words differ. */
const WORDS = {
  external: { person: 'external author', action: 'external-author' },
  staff: { person: 'staff member', action: 'staff' },
} as const;
type InvitedRole = keyof typeof WORDS;

interface OpenInvitation {
  url: string | null;
  expires: Date;
}

type Stand = Pick<Platform, 'db' | 'config'>;

function toWire({ signIn }: Pick<Config, 'signIn'>, user: User, isIdentified: boolean, invitation: OpenInvitation | null): InvitedPerson {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    has_joined: user.password_hash !== null || isIdentified,
    signs_in_by: signIn.hasPasswords ? 'password' : 'provider',
    invitation_url: invitation?.url ?? null,
    invitation_expires: invitation?.expires.toISOString() ?? null,
  };
}

/** The people with access who have one of these roles. Their links are not told again. */
export async function listPeople(platform: Stand, roles: readonly Role[]): Promise<InvitedPerson[]> {
  const users = await listActiveUsers(platform.db, roles);
  const ids = users.map((user) => user.id);
  const invitations = await listOpenInvitations(platform.db, ids);
  const identified = new Set((await listIdentities(platform.db, ids)).map((identity) => identity.user_id));
  const expiry = new Map(invitations.map((invitation) => [invitation.user_id, invitation.expires_at]));
  return users.map((user) => {
    const expires = expiry.get(user.id);
    return toWire(platform.config, user, identified.has(user.id), expires === undefined ? null : { url: null, expires });
  });
}

/**
 * Lets somebody in and makes the link to join by, where there are passwords; one whose access was revoked earlier is let
 * in again as if new.
 * @throws AppError `already_exists` when somebody with access has this address.
 */
export async function invitePerson(
  platform: Stand,
  actor: Actor,
  input: { role: InvitedRole; email: string; address: string },
): Promise<InvitedPerson> {
  return platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const user = await admit(tx, input);
    const invitation = platform.config.signIn.hasPasswords ? await makeInvitation(tx, platform.config, user.id) : null;
    await recordAudit(tx, { actor, action: `${WORDS[input.role].action}.add`, subject: input.email, address: input.address });
    return toWire(platform.config, user, false, invitation);
  });
}

async function admit(handle: Handle, { email, role }: { email: string; role: InvitedRole }): Promise<User> {
  const known = await findUserByEmail(handle, email);
  if (known === null) return insertUser(handle, { email, name: null, role, password_hash: null });
  // Who was let go may come back as staff, whatever they were: that is the owner's to say. Staff cannot bring back staff.
  if (known.revoked_at === null || (known.role !== role && role !== 'staff')) throw alreadyExists(`${email} has an account already.`);
  // A sign-in that was under way while access was revoked must not come back to life.
  await endSessionsOf(handle, known.id);
  await endTokensOf(handle, known.id);
  // The address may be somebody else's by now, with another account at the provider.
  await deleteIdentitiesOf(handle, known.id);
  return updateUser(handle, known.id, { role, revoked_at: null, password_hash: null, staff_by_settings: false });
}

/** A fresh link for a person who lost theirs, or the password. @throws AppError `not_found`; `refused` where there are no passwords. */
export async function renewInvitation(
  platform: Stand,
  actor: Actor,
  input: { role: InvitedRole; id: number; address: string },
): Promise<InvitedPerson> {
  const { signIn } = platform.config;
  if (!signIn.hasPasswords)
    throw refused(`People sign in with ${signIn.providers.map(({ name }) => name).join(' or ')} here, without links.`);
  return platform.db.transaction().execute(async (tx) => {
    const user = await getPerson(tx, input);
    const invitation = await makeInvitation(tx, platform.config, user.id);
    await recordAudit(tx, { actor, action: `${WORDS[input.role].action}.invite`, subject: user.email, address: input.address });
    const isIdentified = (await listIdentities(tx, [user.id])).length > 0;
    return toWire(platform.config, user, isIdentified, invitation);
  });
}

/** Ends a person's access: sessions, tokens, links and live connections at once. @throws AppError `not_found`. */
export async function revokePerson(
  platform: Pick<Platform, 'db' | 'live'>,
  actor: Actor,
  input: { role: InvitedRole; id: number; address: string },
): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await getPerson(tx, input);
    await endAccess(tx, user.id);
    // Whom people let go stays gone, whatever the settings say.
    await updateUser(tx, user.id, { staff_by_settings: false });
    await recordAudit(tx, { actor, action: `${WORDS[input.role].action}.revoke`, subject: user.email, address: input.address });
  });
  platform.live.endUser(input.id);
}

/** Takes everything that somebody could come in by, in the caller's transaction; live connections are the caller's to end after it. */
export async function endAccess(tx: Tx, userId: number): Promise<void> {
  await updateUser(tx, userId, { revoked_at: new Date(), password_hash: null });
  await endSessionsOf(tx, userId);
  await endTokensOf(tx, userId);
  await deleteOpenInvitations(tx, userId);
}

async function getPerson(handle: Handle, { id, role }: { id: number; role: InvitedRole }): Promise<User> {
  const user = await getUser(handle, id);
  if (user.role !== role || user.revoked_at !== null) throw notFound(WORDS[role].person);
  return user;
}

/** A link for anyone with access, made at the machine itself: the way back in for an owner. */
export async function makeLink(platform: Pick<Platform, 'db' | 'config'>, user: User): Promise<string> {
  return platform.db.transaction().execute(async (tx) => {
    const { url } = await makeInvitation(tx, platform.config, user.id);
    await recordAudit(tx, { actor: null, action: 'password.link', subject: user.email, address: 'command line' });
    return url;
  });
}
