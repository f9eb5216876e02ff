import { setTimeout as sleep } from 'node:timers/promises';
import { CodeHostError } from './code-host.ts';

/** How long one answer of a code host may take, in milliseconds. */
const ANSWER_LIMIT_MS = 20_000;
/** Before the second attempt, when the code host says nothing of it. */
const PAUSE_MS = 1_000;
/** What GitHub asks for after too many calls when it names no time. */
const UNNAMED_PAUSE_MS = 60_000;
/** A person waits: who asks for a longer pause gets no second attempt, and is told of it. */
const LONGEST_PAUSE_MS = 10_000;

interface Limits {
  readonly answerMs?: number;
  readonly pauseMs?: number;
}

/**
 * `fetch` for the REST API of a code host: with a time limit, and one more attempt where it may help (no connection, a fault
 * of the server, too many calls). What is asked here can be asked twice: opening finds what is open, merging what is merged.
 *
 * The answer's status is left to the caller. @throws CodeHostError `unreachable` when there is no answer.
 */
export function createHostFetch(name: string, { answerMs = ANSWER_LIMIT_MS, pauseMs = PAUSE_MS }: Limits = {}): typeof globalThis.fetch {
  return async (input, init) => {
    const given = init?.signal ?? undefined;
    const once = () => attempt(name, answerMs, input, init ?? {}, given);
    let pause = pauseMs;
    try {
      const answer = await once();
      const wait = pauseBefore(answer, pauseMs);
      if (wait === null || wait > LONGEST_PAUSE_MS) return answer;
      await answer.body?.cancel();
      pause = wait;
    } catch (error) {
      if (!(error instanceof CodeHostError)) throw error;
    }
    await sleep(pause, undefined, given ? { signal: given } : {});
    return once();
  };
}

async function attempt(
  name: string,
  limitMs: number,
  input: RequestInfo | URL,
  init: RequestInit,
  given: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(input, { ...init, signal: given ? AbortSignal.any([given, limit]) : limit });
    // Read here, so that the limit holds for the whole of it.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (given?.aborted) throw given.reason;
    if (limit.aborted) throw new CodeHostError('unreachable', `${name} did not answer within ${limitMs / 1000} seconds.`);
    throw new CodeHostError('unreachable', `${name} cannot be reached (${reasonOf(error)}).`);
  }
}

/** Milliseconds to wait before asking again; null: asking again would not help. */
function pauseBefore(answer: Response, pauseMs: number): number | null {
  const wait = rateLimitPause(answer.status, answer.headers);
  if (wait !== null) return wait;
  return answer.status >= 500 ? pauseMs : null;
}

/**
 * How long a code host asks to wait because of too many calls, in milliseconds; null: it says no because of something else.
 * GitHub says so by 403 or 429, with `Retry-After` (its secondary limits) or the time when the count begins anew.
 */
export function rateLimitPause(status: number, headers: Headers): number | null {
  if (status !== 403 && status !== 429 && status !== 503) return null;
  const after = Number(headers.get('retry-after') ?? Number.NaN);
  if (Number.isFinite(after)) return after * 1000;
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
    if (Number.isFinite(reset)) return Math.max(0, reset * 1000 - Date.now());
  }
  return status === 429 ? UNNAMED_PAUSE_MS : null;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return String(cause);
}
