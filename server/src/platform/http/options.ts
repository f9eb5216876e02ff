import type { FastifyInstance } from 'fastify';
import type { Method } from '#contract/route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Lets OPTIONS on `url` tell of a method that is mounted there. */
    answerOptions(method: Method, url: string): void;
  }
}

interface Address {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Stands for a part of an address that can be anything. Sorts behind every character of one that is named. */
const ANY_PART = '\uffff';

/**
 * OPTIONS tells which methods an address takes. There are no CORS headers: other sites have no business here. One route answers for all
 * addresses: a route for each would be a third of all routes, at every start.
 */
export function registerOptions(app: FastifyInstance): void {
  const addresses = new Map<string, Address>();
  let inOrder: readonly Address[] | null = null;
  app.decorate('answerOptions', (method: Method, url: string) => {
    // Routes at one address may call its parts by different names.
    const key = url.replaceAll(/:\w+/g, ANY_PART);
    const address = addresses.get(key) ?? { pattern: patternOf(key), methods: new Set(['OPTIONS']) };
    address.methods.add(method);
    addresses.set(key, address);
    inOrder = null;
  });
  app.options('/*', (request, reply) => {
    inOrder ??= [...addresses].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, address]) => address);
    const path = request.url.split('?', 1)[0] ?? '';
    const found = inOrder.find(({ pattern }) => pattern.test(path));
    if (!found) return reply.callNotFound();
    return reply
      .code(204)
      .header('allow', [...found.methods].sort().join(', '))
      .send();
  });
}

function patternOf(key: string): RegExp {
  const parts = key.split(ANY_PART).map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
