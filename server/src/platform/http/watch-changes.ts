import type { FastifyReply, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Actor } from '#contract/roles.ts';
import type { Route } from '#contract/route.ts';
import { sendError } from './error-reply.ts';
import { duringCall, type CurrentCall } from './current-call.ts';

/** A call that changed something, was answered well, and told the audit trail nothing by itself. */
export interface UntoldChange {
  /** Its name in the contract. */
  readonly name: string;
  readonly route: Route;
  readonly actor: Actor | null;
  readonly params: Readonly<Record<string, unknown>>;
}

export type OnChange = (change: UntoldChange) => Promise<void>;

/** A call whose route is only known at run time. */
export interface AnyCall {
  readonly actor: Actor | null;
  readonly request: FastifyRequest;
  readonly reply?: FastifyReply;
  readonly params?: unknown;
}

type AnyHandler = (call: AnyCall, socket?: WebSocket) => unknown;

/**
 * Lets a handler work as a part of its call (current-call.ts). After one of a route that changes something and left no line in the audit
 * trail, `onChange` is called, before the answer goes out. Its failure does not undo what was done: it is logged.
 */
export function watched(name: string, route: Route, handler: AnyHandler, onChange: OnChange | undefined): AnyHandler {
  return (call, socket) => {
    const { request, reply, actor } = call;
    const fail = (error: Error): void => {
      if (reply && !reply.sent) sendError(error, request, reply);
    };
    const current: CurrentCall = { address: request.ip, requestId: request.id, isRecorded: false, fail };
    if (route.method === 'GET' || onChange === undefined) return duringCall(current, () => handler(call, socket));
    return duringCall(current, async () => {
      const result: unknown = await handler(call, socket);
      if (current.isRecorded) return result;
      const params = (call.params ?? {}) as Readonly<Record<string, unknown>>;
      await onChange({ name, route, actor, params }).catch((error: unknown) =>
        request.log.error({ err: error, route: name }, 'the audit trail lacks a call'),
      );
      return result;
    });
  };
}
