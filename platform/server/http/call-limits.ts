import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Route } from '#platform/contract/route.ts';
import type { Db } from '../database/database.ts';
import { type CountedCalls, RateLimit } from '../rate-limit.ts';
import { repeat } from '../repeat.ts';
import { hashSecret } from '../secrets.ts';
import { Turns } from '../turns.ts';
import { callerOf, signalOf } from './call-costs.ts';

/** Default calls per minute of one user to one route, against runaway scripts. */
const DEFAULT_PER_MINUTE = 3_000;
const DEFAULT_FAILURES_PER_MINUTE = 60;
const SHARE_EVERY_MS = 1_000;
/** Replies to a wrong password, code or link. */
const WRONG: ReadonlySet<number> = new Set([403, 404, 422]);
/**
 * How many sign-ins of one network are checked at a time: an office that signs in at once waits for a moment, and a guesser exceeds the limit
 * of failures by no more than this.
 */
const SIGN_INS_AT_ONCE = {
  atOncePerCaller: 10,
  waitingPerCaller: 1_000,
  text: 'Too many people are signing in from your network at this moment.',
};
/** Callers below this fraction of a limit, nearly all, stay out of the database. */
const SHARED_FROM = 0.05;

/** Resolves if a call may go on. */
type CallLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface UnsharedCalls extends CountedCalls {
  readonly limit: RateLimit;
  readonly name: string;
}

/**
 * Limits calls per minute, by caller and route. Where a call presents a secret, only failures count. Calls are counted in memory, and several servers add up their counts every second:
 * a caller who changes servers exceeds the limit by at most the calls of one second.
 */
export class CallLimits {
  readonly #limits = new Map<string, RateLimit>();
  readonly #failuresPerMinute: number;
  readonly #signIns = new Turns(SIGN_INS_AT_ONCE);

  constructor({ failuresPerMinute = DEFAULT_FAILURES_PER_MINUTE } = {}) {
    this.#failuresPerMinute = failuresPerMinute;
  }

  /** Returns what counts and limits the calls of one route. @throws AppError `too_many` */
  of({ method, path, perMinute, countsFailures }: Pick<Route, 'method' | 'path' | 'perMinute' | 'countsFailures'>): CallLimit {
    const calls = this.#add(`${method} ${path}`, { what: 'calls', max: perMinute ?? DEFAULT_PER_MINUTE });
    if (!countsFailures) return async (request) => calls.take(callerOf(request));
    const failures = this.#add(`failed ${method} ${path}`, { what: 'failed attempts from your network', max: this.#failuresPerMinute });
    return async (request, reply) => {
      calls.take(callerOf(request));
      await this.#limitFailures(failures, request, reply);
    };
  }

  #add(name: string, options: { readonly what: string; readonly max: number }): RateLimit {
    const limit = new RateLimit({ ...options, windowMs: 60_000 });
    this.#limits.set(name, limit);
    return limit;
  }

  /** A failure is known once the reply is sent, so the attempts of a caller take turns. */
  async #limitFailures(failures: RateLimit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    failures.requireLeft(caller);
    const release = await this.#signIns.take(caller, signalOf(reply));
    let isOver = false;
    const end = (): void => {
      // Whoever doesn't wait for the reply has not signed in.
      if (!isOver && (!reply.raw.writableEnded || WRONG.has(reply.raw.statusCode))) failures.count(caller);
      isOver = true;
      release();
    };
    reply.raw.once('finish', end).once('close', end);
    // Others may have failed while it waited.
    failures.requireLeft(caller);
  }

  /**
   * Shares the counts with other servers until `stop`.
   *
   * @param onError Receives failures of the database. Until it is back, each server counts alone.
   */
  share(db: Db, onError: (error: unknown) => void): { stop(): Promise<void> } {
    return repeat(SHARE_EVERY_MS, async () => {
      await this.addUp(db).catch(onError);
      return SHARE_EVERY_MS;
    });
  }

  /** Adds the counts of this server to those of all servers, and continues from their sums. */
  async addUp(db: Db): Promise<void> {
    const unshared = new Map<string, UnsharedCalls>();
    for (const [name, limit] of this.#limits)
      for (const calls of limit.takeUnshared(SHARED_FROM)) unshared.set(`${name} ${hashSecret(calls.key)}`, { ...calls, limit, name });
    if (unshared.size === 0) return;
    const rows = [...unshared.values()].map(({ name, key, count, leftMs }) => ({
      name,
      key: hashSecret(key),
      count,
      left: leftMs / 1_000,
    }));
    // Ordered, so that servers that add up at the same time can't deadlock.
    const { rows: sums } = await sql<{ name: string; key: string; taken: number; left: number }>`
      insert into rate_limits (name, key, taken, ends_at)
      select name, key, count, now() + make_interval(secs => "left")
      from json_to_recordset(${JSON.stringify(rows)}) as calls(name text, key text, count integer, "left" float8)
      order by name, key
      on conflict (name, key) do update set
        taken = excluded.taken + case when rate_limits.ends_at > now() then rate_limits.taken else 0 end,
        ends_at = case when rate_limits.ends_at > now() then rate_limits.ends_at else excluded.ends_at end
      returning name, key, taken, extract(epoch from ends_at - now())::float8 as "left"`.execute(db);
    for (const { name, key, taken, left } of sums) {
      const calls = unshared.get(`${name} ${key}`);
      calls?.limit.setShared(calls.key, taken, left * 1_000);
    }
  }
}
