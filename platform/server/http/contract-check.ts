import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#platform/contract/errors.ts';
import type { Route } from '#platform/contract/route.ts';
import type { AppError } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Replies and errors are compared with the contract, so that tests fail on a wrong one. */
    readonly checkReplies: boolean;
  }
}

/** Error codes that any route may return without declaring them (platform/contract/route.ts). */
const UNIVERSAL: readonly ErrorCode[] = ['invalid', 'signed_out', 'forbidden', 'too_large', 'too_many', 'internal'];

export function registerContractCheck(app: FastifyInstance, isOn: boolean): void {
  app.decorate('checkReplies', isOn);
}

/** @throws Error if the reply doesn't match the contract, which is a bug in the handler. */
export function checkReply(route: Route, reply: unknown): void {
  const wire: unknown = reply === undefined ? undefined : JSON.parse(JSON.stringify(reply));
  const result = route.reply?.safeParse(wire);
  if (result?.success === false) throw new Error(`${route.method} ${route.path} violated its contract: ${result.error.message}`);
}

/** @throws Error if the contract doesn't declare this failure for the route. */
export function checkError(route: Route, error: AppError): void {
  if (UNIVERSAL.includes(error.code) || route.errors.includes(error.code)) return;
  throw new Error(`${route.method} ${route.path} does not declare the error '${error.code}'`, { cause: error });
}
