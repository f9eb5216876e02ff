import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Actor } from '#platform/contract/roles.ts';
import type { Route } from '#platform/contract/route.ts';
import { inSpan } from '../tracing.ts';
import { callerOf } from './call-costs.ts';
import { runInCall, type CurrentCall } from './current-call.ts';
import { sendError } from './error-reply.ts';

/** A successful call that changed something but wrote nothing to the audit trail. */
export interface UnauditedChange {
  /** The route's name in the contract. */
  readonly name: string;
  readonly route: Route;
  readonly actor: Actor | null;
  readonly params: Readonly<Record<string, unknown>>;
}

export type OnChange = (change: UnauditedChange) => Promise<void>;

/** A call whose route is only known at run time. */
export interface AnyCall {
  readonly actor: Actor | null;
  readonly request: FastifyRequest;
  readonly reply?: FastifyReply;
  readonly params?: unknown;
  /** Counts processor time that was used for the caller. */
  readonly spend?: (ms: number) => void;
}

type AnyHandler = (call: AnyCall, socket?: WebSocket) => unknown;

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
      if (current.isRecorded) return result;
      const params = (call.params ?? {}) as Readonly<Record<string, unknown>>;
      await onChange({ name, route, actor, params }).catch((error: unknown) =>
        request.log.error({ err: error, route: name }, 'could not write an audit entry for a call'),
      );
      return result;
    });
  };
}
