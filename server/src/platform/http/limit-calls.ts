import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { networkOf, RateLimit } from '../rate-limit.ts';

/** Calls per minute of one person to one route that declares no number of its own: against runaway scripts. */
const DEFAULT_PER_MINUTE = 3_000;

/** A hook that lets through so many calls a minute of one person, or of one network address while signed out. */
export function limitCalls(route: Route): (request: FastifyRequest) => Promise<void> {
  const limit = new RateLimit({ what: 'calls', max: route.perMinute ?? DEFAULT_PER_MINUTE, windowMs: 60_000 });
  return async (request) => {
    limit.take(request.visitor === null ? `network ${networkOf(request.ip)}` : `user ${request.visitor.actor.id}`);
  };
}
