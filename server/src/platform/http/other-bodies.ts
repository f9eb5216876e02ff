import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { BodyKind } from '#contract/route.ts';

/** Lets the routes of one scope take what is not JSON: multipart forms, or any bytes as they came. */
export function acceptBodies(scope: FastifyInstance, kind: Exclude<BodyKind, 'json'>): void {
  scope.removeAllContentTypeParsers();
  if (kind === 'form') void scope.register(multipart);
  else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
