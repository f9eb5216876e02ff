import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback, type Config } from '../config.ts';
import { forbidden } from '../errors.ts';
import { bearerToken } from './visitor.ts';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Turns away what other sites make a browser send.
 *
 * - A name in `Host` that is not ours: another site's name that was made to point here (DNS rebinding).
 * - A call that changes something and does not come from our own pages (CSRF). The cookie's SameSite=Lax stands
 *   behind this. Calls with a token are let through: no browser adds one by itself.
 */
export function registerRequestGuard(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  const publicName = new URL(config.publicUrl).hostname;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isOwnName(request.hostname, publicName)) {
      done(forbidden(`This server does not go by the name '${request.hostname}'. LESSONWRIGHT_PUBLIC_URL tells it its name.`));
    } else if (needsSameOrigin(request) && !isSameOrigin(request, config.publicUrl)) {
      done(forbidden('This call came from another site.'));
    } else {
      done();
    }
  });
}

/** An address in numbers cannot be made to point elsewhere, and what is bound to is settled by the configuration. */
function isOwnName(hostname: string, publicName: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return name === publicName || isLoopback(name) || isIP(name) !== 0;
}

function needsSameOrigin(request: FastifyRequest): boolean {
  if (bearerToken(request) !== null) return false;
  const path = request.url.split('?', 1)[0] ?? '';
  return !SAFE_METHODS.has(request.method) || path === '/api/logout' || request.headers.upgrade !== undefined;
}

/** Browsers tell at least one of the two; what tells neither is no browser, and carries nobody's cookie unasked. */
function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  // `none`: the person typed the address or followed a bookmark.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  if (!URL.canParse(origin)) return false;
  // A proxy in front may ask for us by another name than the one that people use; the protocol is theirs or ours.
  const { host, protocol } = new URL(origin);
  return host === request.host.toLowerCase() && [`${request.protocol}:`, new URL(publicUrl).protocol].includes(protocol);
}
