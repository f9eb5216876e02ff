import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { networkOf, RateLimit } from '../rate-limit.ts';

/** Default calls per minute of one user to one route, against runaway scripts. */
const DEFAULT_PER_MINUTE = 3_000;

/** Returns a hook that limits calls per minute by user, or by network address while signed out. */
export function limitCalls(route: Route): (request: FastifyRequest) => Promise<void> {
  const limit = new RateLimit({ what: 'calls', max: route.perMinute ?? DEFAULT_PER_MINUTE, windowMs: 60_000 });
  return async (request) => {
    limit.take(request.visitor === null ? `network ${networkOf(request.ip)}` : `user ${request.visitor.actor.id}`);
  };
}
