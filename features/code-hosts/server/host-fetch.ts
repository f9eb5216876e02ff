import { setTimeout as sleep } from 'node:timers/promises';
import { CodeHostError } from './code-host.ts';

/** Time limit of one response of a code host, in milliseconds. */
const ANSWER_LIMIT_MS = 20_000;
/** Pause before the second attempt if the code host doesn't specify one. */
const PAUSE_MS = 1_000;
/** GitHub's recommended pause after too many calls if it specifies none. */
const UNNAMED_PAUSE_MS = 60_000;
/** A user is waiting: if the host asks for a longer pause, the call fails and reports it instead of retrying. */
const LONGEST_PAUSE_MS = 10_000;

interface Limits {
  readonly answerMs?: number;
  readonly pauseMs?: number;
}

/**
 * `fetch` for the REST API of a code host, with a time limit and one retry where it may help (no connection, a server
 * error, too many calls). All calls can be repeated: opening returns an existing open pull request, merging a merged
 * one. Only a repeated comment is there twice, which people can delete on the code host.
 *
 * The caller checks the status. @throws CodeHostError `unreachable` if there is no response.
 */
export function createHostFetch(name: string, { answerMs = ANSWER_LIMIT_MS, pauseMs = PAUSE_MS }: Limits = {}): typeof globalThis.fetch {
  return async (input, init) => {
    const callerSignal = init?.signal ?? undefined;
    const once = () => attempt(name, answerMs, input, init ?? {}, callerSignal);
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
    await sleep(pause, undefined, callerSignal ? { signal: callerSignal } : {});
    return once();
  };
}

async function attempt(
  name: string,
  limitMs: number,
  input: RequestInfo | URL,
  init: RequestInit,
  callerSignal: AbortSignal | undefined,
): Promise<Response> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const answer = await fetch(input, { ...init, signal: callerSignal ? AbortSignal.any([callerSignal, limit]) : limit });
    // Read here, so that the time limit covers the body too.
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    if (callerSignal?.aborted) throw callerSignal.reason;
    if (limit.aborted) throw new CodeHostError('unreachable', `${name} did not respond within ${limitMs / 1000} seconds.`);
    throw new CodeHostError('unreachable', `${name} cannot be reached (${reasonOf(error)}).`);
  }
}

/** Returns the milliseconds to wait before retrying; null if retrying would not help. */
function pauseBefore(answer: Response, pauseMs: number): number | null {
  const wait = rateLimitPause(answer.status, answer.headers);
  if (wait !== null) return wait;
  return answer.status >= 500 ? pauseMs : null;
}

/**
 * Returns how long a rate limit asks to wait, in milliseconds; null if the response is no rate limit. GitHub uses 403
 * or 429 with `Retry-After` (secondary limits) or the time of the next window.
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
