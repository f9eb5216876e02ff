import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queue, Route } from '#platform/contract/route.ts';
import { networkOf } from '../caller-address.ts';
import { tooMany } from '../errors.ts';
import { ProcessorTime } from '../processor-time.ts';
import { Turns } from '../turns.ts';

/** Calls that say nothing about their cost share `light`. */
type AnyQueue = Queue | 'light';

/**
 * How many calls of one person run and wait: together fewer than the ten connections to the database, which are for everybody. A page that
 * opens makes three heavy calls at once.
 */
const AT_ONCE: Readonly<Record<AnyQueue, { readonly atOncePerCaller: number; readonly waitingPerCaller: number }>> = {
  light: { atOncePerCaller: 4, waitingPerCaller: 300 },
  heavy: { atOncePerCaller: 3, waitingPerCaller: 50 },
  long: { atOncePerCaller: 2, waitingPerCaller: 10 },
};
const TOO_MANY_WAITING = 'Too many of your requests are waiting. Nothing was changed. Try again when some of them have finished.';

/** Synchronous work below it isn't worth counting. */
const LEAST_COUNTED_MS = 2;

/** Names the caller in limits: a person, or a network while signed out. */
export function callerOf(request: FastifyRequest): string {
  return request.visitor === null ? `network ${networkOf(request.ip)}` : `user ${request.visitor.actor.id}`;
}

/** Aborted when the caller goes away, and if they have gone already. */
export function signalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const giveUp = (): void => gone.abort(tooMany('The caller has gone.'));
  // No event follows if they went while they were looked up, as a page does that is left while it saves.
  if (raw.destroyed) giveUp();
  else raw.once('close', giveUp);
  return gone.signal;
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
  readonly #turns: Readonly<Record<AnyQueue, Turns>>;
  readonly #turnOf = new WeakMap<FastifyRequest, { isRunning: boolean; readonly release: () => void }>();
  readonly #time: ProcessorTime;

  constructor({ atOnce = AT_ONCE, time = new ProcessorTime() }: CostLimits = {}) {
    this.#turns = {
      light: new Turns({ ...atOnce.light, text: TOO_MANY_WAITING }),
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
   * Waits until it is the turn of a call, before its body is read. The turn ends with the handler, or with the reply if there is no
   * handler to run. A reply that is a file has its turn until it is sent.
   *
   * @throws AppError `too_many` if too many calls of the caller wait already
   */
  async takeTurn(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const queue = queueOf(route);
    if (queue === null || request.visitor === null) return;
    const release = await this.#turns[queue].take(callerOf(request), signalOf(reply));
    const turn = { isRunning: false, release };
    this.#turnOf.set(request, turn);
    const end = (): void => {
      if (!turn.isRunning) release();
    };
    reply.raw.once('finish', end).once('close', end);
  }

  /** Runs the handler of a call that has its turn, and ends the turn. A caller who goes away doesn't end it: the work goes on. */
  async run<T>(request: FastifyRequest, reply: FastifyReply, work: () => T): Promise<Awaited<T>> {
    const turn = this.#turnOf.get(request);
    if (turn) turn.isRunning = true;
    try {
      return await this.measure(request, work);
    } finally {
      if (turn) {
        turn.isRunning = false;
        const isBeingSent = reply.sent && !reply.raw.writableFinished && !reply.raw.destroyed;
        if (!isBeingSent) turn.release();
      }
    }
  }
}

/**
 * Where a call waits; null: it doesn't. Runs, uploads, streams and calls that stop something have their own limits, and must not wait behind
 * others.
 */
function queueOf({ queue, servedBy, bodyKind, replyKind, isProbe }: Route): AnyQueue | null {
  if (queue !== null) return queue;
  const isLight = (servedBy === 'any' || servedBy === 'git') && bodyKind === 'json' && replyKind === 'json' && !isProbe;
  return isLight ? 'light' : null;
}
