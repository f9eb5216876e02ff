import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { BodyKind } from '#contract/route.ts';

/** Lets the routes of a scope accept other bodies than JSON: multipart forms, or raw bytes. */
export function acceptBodies(scope: FastifyInstance, kind: Exclude<BodyKind, 'json'>): void {
  scope.removeAllContentTypeParsers();
  if (kind === 'form') void scope.register(multipart);
  else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
