import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { canCall, type Actor } from '#platform/contract/roles.ts';
import type { Route, RouteInputOf, RouteReply, Routes, BodyKind } from '#platform/contract/route.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { AppError, forbidden, invalid, signedOut } from '../errors.ts';
import { noteStoredWrite } from '../full-disk.ts';
import { inSpan } from '../tracing.ts';
import { CallCosts, callerOf } from './call-costs.ts';
import { CallLimits } from './call-limits.ts';
import { checkError, checkReply } from './contract-check.ts';
import { runInCall, type CurrentCall } from './current-call.ts';
import { sendError } from './error-reply.ts';
import { parseInput } from './parse-input.ts';
import { SerializedJson } from './serialized-json.ts';

/** Lets the routes of a scope accept other bodies than JSON: multipart forms, or raw bytes. */
function acceptBodies(scope: FastifyInstance, kind: Exclude<BodyKind, 'json'>): void {
  scope.removeAllContentTypeParsers();
  if (kind === 'form') void scope.register(multipart);
  else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Returns a hook that limits calls per minute by user, or by network address while signed out, and refuses those whose caller has used up
 * their processor time.
 */
function limitCalls(
  route: Route,
  { limits, costs }: Pick<Mounted, 'limits' | 'costs'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const limit = limits.of(route);
  return async (request, reply) => {
    // The time was used by the server that does the work.
    costs.requireTime(route, request);
    // Counted by the server that forwarded it.
    if (request.forwardedBy) return;
    if (route.isProbe && request.visitor === null) return;
    await limit(request, reply);
  };
}

/** What a handler receives: the parsed input, the caller, and the request itself for the few that need it. */
export type Call<R extends Route> = RouteInputOf<R> & {
  readonly actor: R['access'] extends 'public' ? Actor | null : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** File routes have no reply: their handlers send it themselves. */
type Answer<R extends Route> = R['replyKind'] extends 'json'
  ? RouteReply<R> | SerializedJson
  : R['replyKind'] extends 'file'
    ? never
    : string;

/**
 * The handler of one route. Page routes return HTML, redirects return the address; a handler that has sent its reply
 * itself returns `reply`.
 */
export type Handler<R extends Route> = R['replyKind'] extends 'websocket'
  ? (call: Call<R>, socket: WebSocket) => void
  : (call: Call<R>) => Answer<R> | FastifyReply | Promise<Answer<R> | FastifyReply>;

/** A handler for every route of a group. A missing one is a compile error. */
export type Handlers<A extends Routes> = { readonly [K in keyof A]: Handler<A[K]> };

/** A call whose route is only known at run time. */
export interface AnyCall {
  readonly actor: Actor | null;
  readonly request: FastifyRequest;
  readonly reply?: FastifyReply;
  readonly params?: unknown;
  /** Counts processor time that was used for the caller. */
  readonly spend?: (ms: number) => void;
}

/** {@link Handler} for a route that is only known at run time. */
type AnyHandler = (call: AnyCall, socket?: WebSocket) => unknown;

/** Default limit of JSON bodies, in bytes. */
const BODY_LIMIT = 4 * 1024 * 1024;

/** Registers the routes of a contract. Permissions are checked before the input is read. */
export function mount<const A extends Routes>(app: FastifyInstance, routes: A, handlers: Handlers<A>, options: MountOptions = {}): void {
  const { onChange, cluster = null, limits = new CallLimits(), costs = new CallCosts() } = options;
  for (const [name, route] of Object.entries(routes))
    mountRoute(app, route, withAudit(name, route, handlers[name] as AnyHandler, onChange), { cluster, limits, costs });
}

/** A successful call that changed something but wrote nothing to the audit trail. */
export interface UnauditedChange {
  /** The route's name in the contract. */
  readonly name: string;
  readonly route: Route;
  readonly actor: Actor | null;
  readonly params: Readonly<Record<string, unknown>>;
}

type OnChange = (change: UnauditedChange) => Promise<void>;

interface MountOptions {
  readonly onChange?: OnChange;
  /** Null: there are no other servers. */
  readonly cluster?: Cluster | null;
  readonly limits?: CallLimits;
  readonly costs?: CallCosts;
}

type Mounted = Required<Omit<MountOptions, 'onChange'>>;

function mountRoute(app: FastifyInstance, route: Route, local: AnyHandler, { cluster, limits, costs }: Mounted): void {
  const handler = cluster !== null && route.servedBy === 'holder' ? orAskOthers(cluster, local) : local;
  const url = route.path.replace(/\{(\w+)\}/g, ':$1');
  const common = {
    method: route.method,
    url,
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    onRequest: [
      requireAccess(route),
      limitCalls(route, { limits, costs }),
      ...(cluster === null ? [] : [forwardCalls(route, cluster)]),
      // Last: by the server that does the work, and before the body is read.
      (request: FastifyRequest, reply: FastifyReply) => costs.takeTurn(route, request, reply),
    ],
  };
  if (route.replyKind === 'websocket') {
    app.route({
      ...common,
      exposeHeadRoute: false,
      handler: () => {
        throw invalid([{ path: '', message: 'This address only accepts WebSocket connections.' }]);
      },
      wsHandler: (socket, request) => {
        handler({ ...parseInput(route, request), actor: request.visitor?.actor ?? null, request }, socket);
      },
    });
  } else {
    const whole = {
      ...common,
      handler: (request: FastifyRequest, reply: FastifyReply) => answer(app, { route, handler, costs }, request, reply),
    };
    const { bodyKind } = route;
    if (bodyKind === 'json') app.route(whole);
    else
      void app.register((scope, _options, done) => {
        acceptBodies(scope, bodyKind);
        scope.route(whole);
        done();
      });
  }
  app.answerOptions(route.method, url);
}

const ASSISTANTS_ONLY = 'A token for assistants can only read, try and propose. Use another personal token for this call.';

function requireAccess(route: Route) {
  return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void => {
    const actor = request.visitor?.actor ?? null;
    const isHeld = request.visitor?.needsSecondFactor === true && route.access !== 'public' && !route.forHeldSessions;
    if (request.visitor?.isAssistant === true && !route.forAssistants) done(forbidden(ASSISTANTS_ONLY));
    else if (isHeld) done(forbidden('Add a second factor before anything else. The rules of this installation ask for one.'));
    else if (canCall(route.access, actor)) done();
    else done(actor === null ? signedOut() : forbidden());
  };
}

/** Returns a hook that lets another server reply, before the body is read. */
function forwardCalls({ servedBy }: Route, cluster: Cluster): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    // A request is forwarded once: servers may disagree for a moment, and it must not go round.
    if (servedBy === 'any' || servedBy === 'holder' || request.forwardedBy) return;
    const key = servedBy === 'link' ? tokenOf(request) : String(request.visitor?.actor.id ?? '');
    if (!cluster.answersHere(servedBy, key)) await cluster.forward(servedBy, key, request, reply);
  };
}

function tokenOf({ params }: FastifyRequest): string {
  return String((params as Readonly<Record<string, unknown>>)['token']);
}

/** Asks the other servers about what is not in the memory of this one. */
function orAskOthers(cluster: Cluster, local: AnyHandler): AnyHandler {
  return async (call) => {
    try {
      return await local(call);
    } catch (error) {
      const { request, reply } = call;
      if (!(error instanceof AppError) || error.code !== 'not_found' || request.forwardedBy || !reply) throw error;
      const found = await cluster.askOthers(request);
      if (found === null) throw error;
      return await reply.code(found.status).headers(found.headers).send(found.body);
    }
  };
}

async function answer(
  app: FastifyInstance,
  { route, handler, costs }: { readonly route: Route; readonly handler: AnyHandler; readonly costs: CallCosts },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = costs.measure(request, () => parseInput(route, request));
  const spend = (ms: number): void => costs.spend(request, ms);
  const call = { ...input, actor: request.visitor?.actor ?? null, request, reply, spend };
  let result: unknown;
  try {
    result = await costs.run(request, reply, () => handler(call));
  } catch (error) {
    if (app.checkReplies && error instanceof AppError) checkError(route, error);
    throw error;
  }
  // The handler sent the reply itself. Awaiting it would only wait until it is sent.
  if (reply.sent) return reply;
  if (route.replyKind === 'html') return reply.type('text/html; charset=utf-8').send(result);
  if (route.replyKind === 'redirect') return reply.redirect(String(result));
  if (app.checkReplies) checkReply(route, result instanceof SerializedJson ? await result.read() : result);
  if (result instanceof SerializedJson) return result.send(request, reply);
  // `send` instead of `return`, because a bare `true` or `null` is a valid reply.
  const body = costs.measure(request, () => JSON.stringify(result));
  return reply.type('application/json; charset=utf-8').send(body);
}

/**
 * Runs a handler as part of its call (current-call.ts). If it changes something and wrote nothing to the audit trail,
 * `onChange` is called before the reply is sent. A failure of `onChange` is logged and undoes nothing.
 */
export function withAudit(name: string, route: Route, handler: AnyHandler, onChange: OnChange | undefined): AnyHandler {
  return (call, socket) => {
    const { request, reply, actor, spend } = call;
    const fail = (error: Error): void => {
      if (reply && !reply.sent) sendError(error, request, reply);
    };
    const current: CurrentCall = {
      address: request.ip,
      caller: callerOf(request),
      requestId: request.id,
      servedBy: route.servedBy,
      isRecorded: false,
      fail,
      ...(spend ? { spend } : {}),
    };
    const run = <T>(work: () => T): T => runInCall(current, () => inSpan(request.span, work));
    if (route.method === 'GET' || onChange === undefined) return run(() => handler(call, socket));
    return run(async () => {
      const result: unknown = await handler(call, socket);
      if (current.isRecorded) {
        noteStoredWrite();
        return result;
      }
      const params = (call.params ?? {}) as Readonly<Record<string, unknown>>;
      await onChange({ name, route, actor, params }).catch((error: unknown) =>
        request.log.error({ err: error, route: name }, 'could not write an audit entry for a call'),
      );
      return result;
    });
  };
}
