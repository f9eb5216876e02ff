import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#platform/contract/roles.ts';
import type { Span } from '../tracing.ts';

/** The caller and how it authenticated. */
export interface Visitor {
  readonly actor: Actor;
  /** Identifies the session or token, so that its connections can be ended with it: `session:…`, `token:…`. */
  readonly credential: string;
  /** The rules ask for a second factor that the user hasn't got: only routes that are `forHeldSessions` may be called. */
  readonly needsSecondFactor?: true;
  /** The token of an assistant: only routes that are `forAssistants` may be called. */
  readonly isAssistant?: true;
}

/** Identifies the caller; null: signed out. May renew a cookie on the reply. */
export type Identify = (request: FastifyRequest, reply: FastifyReply) => Promise<Visitor | null>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: signed out. Set before any API route runs. */
    visitor: Visitor | null;
    /** Its step of a trace; null: it isn't traced. */
    span: Span | null;
  }
}

/** Returns the token of `Authorization: Bearer …`; null if there is none. */
export function bearerToken(request: { readonly headers: Pick<IncomingHttpHeaders, 'authorization'> }): string | null {
  return /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
