import type { ExternalAuthor } from '#contract/external-authors.ts';
import type { Actor } from '#contract/roles.ts';
import { recordAudit } from '#server/audit/service.ts';
import type { Handle } from '#server/platform/database/database.ts';
import { alreadyExists, notFound } from '#server/platform/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { endSessionsOf } from '#server/sessions/service.ts';
import { endTokensOf } from '#server/tokens/service.ts';
import { findUserByEmail, getUser, insertUser, listActiveUsers, lockUsers, updateUser, type User } from '#server/users/service.ts';
import { makeInvitation } from './invitations.ts';
import { deleteOpenInvitations, listOpenInvitations } from './tables.ts';

export { getInvited, takeInvitation } from './invitations.ts';

interface OpenInvitation {
  url: string | null;
  expires: Date;
}

function toWire(user: User, invitation: OpenInvitation | null): ExternalAuthor {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    has_joined: user.password_hash !== null,
    invitation_url: invitation?.url ?? null,
    invitation_expires: invitation?.expires.toISOString() ?? null,
  };
}

export async function listExternalAuthors(platform: Pick<Platform, 'db'>): Promise<ExternalAuthor[]> {
  const users = await listActiveUsers(platform.db, 'external');
  const invitations = await listOpenInvitations(
    platform.db,
    users.map((user) => user.id),
  );
  const expiry = new Map(invitations.map((invitation) => [invitation.user_id, invitation.expires_at]));
  return users.map((user) => {
    const expires = expiry.get(user.id);
    return toWire(user, expires === undefined ? null : { url: null, expires });
  });
}

/**
 * Adds an author; one whose access was revoked earlier is let in again as if new.
 * @throws AppError `already_exists` when somebody with access has this address.
 */
export async function addExternalAuthor(
  platform: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  input: { email: string; address: string },
): Promise<ExternalAuthor> {
  return platform.db.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const user = await admit(tx, input.email);
    const invitation = await makeInvitation(tx, platform.config, user.id);
    await recordAudit(tx, { actor, action: 'external-author.add', subject: input.email, address: input.address });
    return toWire(user, invitation);
  });
}

async function admit(handle: Handle, email: string): Promise<User> {
  const known = await findUserByEmail(handle, email);
  if (known === null) return insertUser(handle, { email, name: null, role: 'external', password_hash: null });
  if (known.revoked_at === null || known.role !== 'external') throw alreadyExists(`${email} has an account already.`);
  // A sign-in that was under way while access was revoked must not come back to life.
  await endSessionsOf(handle, known.id);
  await endTokensOf(handle, known.id);
  return updateUser(handle, known.id, { revoked_at: null, password_hash: null });
}

/** A fresh link for an author who lost theirs, or their password. @throws AppError `not_found`. */
export async function renewInvitation(
  platform: Pick<Platform, 'db' | 'config'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<ExternalAuthor> {
  return platform.db.transaction().execute(async (tx) => {
    const user = await getExternalAuthor(tx, input.id);
    const invitation = await makeInvitation(tx, platform.config, user.id);
    await recordAudit(tx, { actor, action: 'external-author.invite', subject: user.email, address: input.address });
    return toWire(user, invitation);
  });
}

/** Ends an author's access: sessions, tokens, links and live connections at once. @throws AppError `not_found`. */
export async function revokeExternalAuthor(
  platform: Pick<Platform, 'db' | 'live'>,
  actor: Actor,
  input: { id: number; address: string },
): Promise<ExternalAuthor[]> {
  await platform.db.transaction().execute(async (tx) => {
    const user = await getExternalAuthor(tx, input.id);
    await updateUser(tx, user.id, { revoked_at: new Date(), password_hash: null });
    await endSessionsOf(tx, user.id);
    await endTokensOf(tx, user.id);
    await deleteOpenInvitations(tx, user.id);
    await recordAudit(tx, { actor, action: 'external-author.revoke', subject: user.email, address: input.address });
  });
  platform.live.endUser(input.id);
  return listExternalAuthors(platform);
}

async function getExternalAuthor(handle: Handle, id: number): Promise<User> {
  const user = await getUser(handle, id);
  if (user.role !== 'external' || user.revoked_at !== null) throw notFound('external author');
  return user;
}
