import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queue, Route } from '#contract/route.ts';
import { networkOf } from '../caller-address.ts';
import { AppError } from '../errors.ts';
import { ProcessorTime } from '../processor-time.ts';
import { Turns } from '../turns.ts';

/** How many calls of one person run and wait. A page that opens makes three or four at once. */
const AT_ONCE: Readonly<Record<Queue, { readonly atOncePerCaller: number; readonly waitingPerCaller: number }>> = {
  heavy: { atOncePerCaller: 3, waitingPerCaller: 50 },
  long: { atOncePerCaller: 2, waitingPerCaller: 10 },
};
const TOO_MANY_WAITING =
  'Too many of your calls are waiting for each other. Nothing was changed. Try again when some of them have finished.';

/** Synchronous work below it isn't worth counting. */
const LEAST_COUNTED_MS = 2;

/** Names the caller in limits: a person, or a network while signed out. */
export function callerOf(request: FastifyRequest): string {
  return request.visitor === null ? `network ${networkOf(request.ip)}` : `user ${request.visitor.actor.id}`;
}

interface CostLimits {
  readonly atOnce?: typeof AT_ONCE;
  readonly time?: ProcessorTime;
}

/**
 * What calls may cost their caller: those of a queue take turns, and all calls of a person share one budget of processor time. People who
 * aren't signed in have the limits of their share link, because many of them may share an address.
 */
export class CallCosts {
  readonly #turns: Readonly<Record<Queue, Turns>>;
  readonly #time: ProcessorTime;

  constructor({ atOnce = AT_ONCE, time = new ProcessorTime() }: CostLimits = {}) {
    this.#turns = {
      heavy: new Turns({ ...atOnce.heavy, text: TOO_MANY_WAITING }),
      long: new Turns({ ...atOnce.long, text: TOO_MANY_WAITING }),
    };
    this.#time = time;
  }

  /**
   * Reading stays possible when the time is used up, except for what costs much.
   * @throws AppError `too_many` if the caller has no processor time left
   */
  requireTime({ method, queue }: Pick<Route, 'method' | 'queue'>, request: FastifyRequest): void {
    if (request.visitor !== null && (method !== 'GET' || queue !== null)) this.#time.requireTime(callerOf(request));
  }

  /** Counts processor time that was used for a caller. */
  spend(request: FastifyRequest, ms: number): void {
    if (request.visitor !== null && ms >= LEAST_COUNTED_MS) this.#time.spend(callerOf(request), ms);
  }

  /** Counts the time of synchronous work. */
  measure<T>(request: FastifyRequest, work: () => T): T {
    const start = performance.now();
    try {
      return work();
    } finally {
      this.spend(request, performance.now() - start);
    }
  }

  /**
   * Runs a call when it is its turn. A reply that is a file has its turn until it is sent.
   *
   * @throws AppError `too_many` if too many calls of the caller wait already; and what `work` throws
   */
  async inTurn<T>({ queue }: Pick<Route, 'queue'>, request: FastifyRequest, reply: FastifyReply, work: () => T): Promise<Awaited<T>> {
    if (queue === null) return await this.measure(request, work);
    const gone = new AbortController();
    const giveUp = (): void => gone.abort(new AppError('too_many', 'The caller has gone.'));
    reply.raw.once('close', giveUp);
    const release = await this.#turns[queue].take(callerOf(request), gone.signal);
    reply.raw.off('close', giveUp);
    try {
      return await this.measure(request, work);
    } finally {
      if (reply.sent && !reply.raw.writableFinished && !reply.raw.destroyed) reply.raw.once('finish', release).once('close', release);
      else release();
    }
  }
}
