import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../config.ts';
import { forbidden, invalid } from '../errors.ts';
import { bearerToken } from './visitor.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects requests that no browser sends for our pages.
 *
 * - A target that is a whole address, as proxies receive it: everything behind this hook may rely on a path.
 * - A name in `Host` that is not ours: another site's name that resolves to this server (DNS rebinding). Calls with a token are
 *   allowed: runners and other servers may know this one by a name of their network.
 * - A call that changes something and doesn't come from our own pages (CSRF). The cookie's SameSite=Lax is the second
 *   line of defence. Calls with a token are allowed: browsers never add one by themselves.
 */
export function registerRequestGuard(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const publicName = new URL(config.publicUrl).hostname;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.url.startsWith('/')) {
      done(invalid([{ path: 'url', message: 'The target of a request must be a path.' }]));
    } else if (bearerToken(request) === null && !isOwnName(request.hostname, publicName)) {
      done(forbidden(`Unknown host name '${request.hostname}'. Set LESSONWRIGHT_PUBLIC_URL to the address of this server.`));
    } else if (needsSameOrigin(request) && !isSameOrigin(request, config.publicUrl)) {
      done(forbidden('Requests from other sites are not allowed.'));
    } else {
      done();
    }
  });
}

/** An IP address can't be rebound, and the configuration decides what the server listens on. */
function isOwnName(hostname: string, publicName: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return name === publicName || isLoopback(name) || isIP(name) !== 0;
}

function needsSameOrigin(request: FastifyRequest): boolean {
  if (bearerToken(request) !== null) return false;
  // The route, not the target: there are many ways to write `/api/%6Cogout`.
  return !SAFE_METHODS.has(request.method) || request.routeOptions.url === '/api/logout' || request.headers.upgrade !== undefined;
}

/** Browsers send at least one of the two headers; a client that sends neither isn't a browser with a user's cookie. */
function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  // `none`: the user typed the address or followed a bookmark.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  // A proxy may use another host name than the public one; the protocol is the proxy's or ours.
  const { host, protocol } = new URL(origin);
  return host === request.host.toLowerCase() && [`${request.protocol}:`, new URL(publicUrl).protocol].includes(protocol);
}
