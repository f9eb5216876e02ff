import type { FastifyRequest } from 'fastify';
import type { Handle } from '#server/platform/database/database.ts';
import { bearerToken, type Visitor } from '#server/platform/http/visitor.ts';
import { findTokenVisitor } from '#server/accounts/index.ts';

/**
 * Identifies the caller by a personal token: as the password of any user name, as git sends it, or as a bearer token.
 */
export async function authenticate(handle: Handle, request: FastifyRequest): Promise<Visitor | null> {
  const token = bearerToken(request) ?? basicPassword(request.headers.authorization ?? '');
  return token === null || token === '' ? null : findTokenVisitor(handle, token);
}

function basicPassword(header: string): string | null {
  const encoded = /^Basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? pair.slice(pair.indexOf(':') + 1) : null;
}
