import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import websocket from '@fastify/websocket';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ErrorReply } from '#platform/contract/errors.ts';
import { isUnrecorded, readTraceparent } from '#platform/contract/trace-context.ts';
import { plainAddress } from '../caller-address.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Config } from '../config.ts';
import { invalid } from '../errors.ts';
import { observedCalls } from '../observed.ts';
import { startSpan } from '../tracing.ts';
import { registerContractCheck } from './contract-check.ts';
import { registerErrorReplies, sendError } from './error-reply.ts';
import { registerOptions } from './options.ts';
import { registerPages } from './pages.ts';
import { registerRequestGuard } from './request-guard.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import type { Identify } from './visitor.ts';

/**
 * Parses JSON bodies. An empty one counts as none, because clients send it with DELETE. `__proto__` keys are dropped.
 */
function registerJsonBodies(app: FastifyInstance): void {
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

/** All that looks at callers, limits and the audit trail among it, sees an IPv4 caller as one, however it arrives. */
function registerPlainAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const plain = plainAddress(request.ip);
    // Configurable: another server may know the caller better.
    if (plain !== request.ip) Object.defineProperty(request, 'ip', { value: plain, configurable: true });
    done();
  });
}

/** A server that ends takes no new calls. Proxies and pages repeat them elsewhere. */
function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isClosing) return done();
    const body: ErrorReply = {
      error: 'This server is being restarted. Nothing was changed; try again in a moment.',
      code: 'unavailable',
      request_id: request.id,
    };
    return void reply.code(503).headers({ connection: 'close', 'retry-after': '1' }).send(body);
  });
}

/** Largest message that a page may send over the live connection, in bytes. */
const LIVE_MESSAGE_BYTES = 16 * 1024;

const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/ready', '/metrics']);
/** Runners announce themselves every second. */
const UNTRACED: ReadonlySet<string> = new Set([...PROBES, '/api/runners/:name']);

/** Creates a server with everything that routes share; `mount` adds the routes. */
export async function createServer(
  config: Config,
  log: FastifyBaseLogger,
  identify: Identify,
  cluster: Cluster | null = null,
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    // Addresses can contain one-time tokens, so the hook below logs the route instead.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { maxParamLength: 500 },
    // The hook below says it with a code.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  registerErrorReplies(app);
  refuseWhileClosing(app);
  registerPlainAddresses(app);
  registerContractCheck(app, config.checkReplies);
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { url: route = '' } = request.routeOptions;
    const { traceparent } = request.headers;
    if (route.startsWith('/api/') && !UNTRACED.has(route) && !isUnrecorded(traceparent)) {
      const parent = readTraceparent(traceparent);
      request.span = startSpan(`${request.method} ${route}`, { kind: 'server', parent });
      request.span?.set({ 'http.request.method': request.method, 'http.route': route });
    }
    done();
  });
  // Before every hook that may reject a call, because it closes the socket of a rejected handshake. The hub ends its
  // connections itself (live.ts), hence the empty `preClose`.
  await app.register(websocket, { options: { maxPayload: LIVE_MESSAGE_BYTES }, preClose: (done) => done() });
  app.decorateRequest('forwardedBy', null);
  cluster?.register(app);
  await registerSecurityHeaders(app, config);
  registerRequestGuard(app, config);
  registerJsonBodies(app);
  await app.register(cookie);
  registerOptions(app);
  app.decorateRequest('visitor', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) request.visitor = await identify(request, reply);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = null } = request.routeOptions;
    const fields = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      person: request.visitor?.actor.id ?? null,
      address: request.ip,
    };
    request.span?.set({ 'http.response.status_code': fields.status });
    request.span?.end(fields.status >= 500);
    if (observedCalls.isHeard) {
      const { method, status } = fields;
      observedCalls.send({ method, route: route ?? 'unknown', status, seconds: reply.elapsedTime / 1000 });
    }
    // Monitors ask every few seconds.
    request.log[PROBES.has(route ?? '') ? 'debug' : 'info'](fields, 'answered');
    done();
  });
  await registerPages(app, config);
  return app;
}
