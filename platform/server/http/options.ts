import type { FastifyInstance } from 'fastify';
import type { Method } from '#platform/contract/route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds a mounted method to the reply of OPTIONS on `url`. */
    answerOptions(method: Method, url: string): void;
  }
}

interface Address {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Represents a parameter in an address. Sorts after every literal segment. */
const ANY_PART = '\uffff';

/**
 * OPTIONS lists the methods of an address. There are no CORS headers: other sites are not allowed to call the API. One
 * route handles all addresses, because one for each would be a third of all routes.
 */
export function registerOptions(app: FastifyInstance): void {
  const addresses = new Map<string, Address>();
  let inOrder: readonly Address[] | null = null;
  app.decorate('answerOptions', (method: Method, url: string) => {
    // Routes at the same address may name its parameters differently.
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
