import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors.ts';

/**
 * Parses JSON bodies. An empty one counts as none, because clients send it with DELETE. `__proto__` keys are dropped.
 */
export function registerJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined);
      return;
    }
    void parse(request, body.toString(), (error, value) => {
      if (error) done(invalid([{ path: '', message: 'The body is not valid JSON.' }]));
      else done(null, value);
    });
  });
}
