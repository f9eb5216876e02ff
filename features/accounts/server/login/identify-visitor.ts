import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handle } from '#platform/server/database/database.ts';
import { bearerToken, type Visitor } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { findSessionVisitor, isSessionAlive, isSignedInAnywhere } from '../sessions.ts';
import { findTokenVisitor, hasToken, isTokenAlive } from '../tokens.ts';

/** Identifies the caller. If a call has a token, a cookie beside it is ignored. */
export async function identifyVisitor(
  platform: Pick<Platform, 'db' | 'config' | 'live'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | null> {
  const token = bearerToken(request);
  return token === null ? findSessionVisitor(platform, request, reply) : findTokenVisitor(platform.db, token);
}

/** Whether the session or token of a visitor is still valid. */
export async function isStillSignedIn(platform: Pick<Platform, 'db'>, visitor: Visitor): Promise<boolean> {
  return (await isSessionAlive(platform.db, visitor.credential)) ?? (await isTokenAlive(platform.db, visitor.credential)) ?? false;
}

/** Whether a user is signed in anywhere or has a token, for work that continues between their calls. */
export async function hasAnyCredential(handle: Handle, userId: number): Promise<boolean> {
  return (await isSignedInAnywhere(handle, userId)) || hasToken(handle, userId);
}
