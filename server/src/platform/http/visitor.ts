import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#contract/roles.ts';

/** Who is calling, and by what right. */
export interface Visitor {
  readonly actor: Actor;
  /** Names the session or token, so that what hangs on it can be ended with it: `session:…`, `token:…`. */
  readonly credential: string;
}

/** Finds who is calling; null: signed out. The reply is there to renew a cookie on. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: signed out. Set before any route of the API is reached. */
    visitor: Visitor | null;
  }
}

/** The token of `Authorization: Bearer …`; null: the call names none. */
export function bearerToken(request: FastifyRequest): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
