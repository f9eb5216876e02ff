import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, type Visitor } from '#server/platform/http/visitor.ts';
import type { Handle } from '#server/platform/database/database.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findSessionVisitor, isSessionAlive, isSignedInAnywhere } from '#server/accounts/sessions.ts';
import { findTokenVisitor, hasToken, isTokenAlive } from '#server/accounts/tokens.ts';

/** Who is calling. A call that brings a token is judged by it alone: a cookie beside it does not count. */
export async function identifyVisitor(
  platform: Pick<Platform, 'db' | 'config' | 'live'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | null> {
  const token = bearerToken(request);
  return token === null ? findSessionVisitor(platform, request, reply) : findTokenVisitor(platform.db, token);
}

/** Whether the session or token that a visitor came with still counts. */
export async function isStillSignedIn(platform: Pick<Platform, 'db'>, visitor: Visitor): Promise<boolean> {
  return (await isSessionAlive(platform.db, visitor.credential)) ?? (await isTokenAlive(platform.db, visitor.credential)) ?? false;
}

/** Whether a person is signed in anywhere, or has a token: for what goes on without a call of theirs. */
export async function isPersonSignedIn(handle: Handle, userId: number): Promise<boolean> {
  return (await isSignedInAnywhere(handle, userId)) || hasToken(handle, userId);
}
