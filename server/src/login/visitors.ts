import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, type Visitor } from '#server/platform/http/visitor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findSessionVisitor, isSessionAlive } from '#server/sessions/service.ts';
import { findTokenVisitor, isTokenAlive } from '#server/tokens/service.ts';

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
