import type { FastifyInstance } from 'fastify';
import type { Method } from '#contract/route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets OPTIONS on `url` tell of a method that is mounted there. */
    answerOptions(method: Method, url: string): void;
  }
}

/** OPTIONS tells which methods an address takes. There are no CORS headers: other sites have no business here. */
export function registerOptions(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  app.decorate('answerOptions', (method: Method, url: string) => {
    // Routes at one address may call its parts by different names.
    const key = url.replaceAll(/:\w+/g, ':part');
    const known = methods.get(key);
    if (known !== undefined) {
      known.add(method);
      return;
    }
    const allowed = new Set<string>(['OPTIONS', method]);
    methods.set(key, allowed);
    app.options(url, (_request, reply) =>
      reply
        .code(204)
        .header('allow', [...allowed].sort().join(', '))
        .send(),
    );
  });
}
