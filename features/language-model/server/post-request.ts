/** Posts requests to the endpoint of the settings. Nothing that it replies is trusted: it has limits of time and length, and no redirect is followed. */

import { unavailable, type AppError } from '#platform/server/errors.ts';
import type { ModelConfig } from '#platform/server/model-config.ts';
import { MESSAGES } from './messages.ts';

export interface PostLimits {
  readonly ms: number;
  readonly bytes: number;
}

/** Models on small machines are slow. A draft is a few pages at most. */
export const POST_LIMITS: PostLimits = { ms: 180_000, bytes: 1024 * 1024 };

/** Counts what was sent and received, also by requests that failed. */
export interface Traffic {
  sent_bytes: number;
  received_bytes: number;
}

/** Returns the body of the reply. @throws AppError `unavailable`; the signal's reason if it was stopped */
export async function postRequest(
  { url, key }: ModelConfig,
  body: string,
  traffic: Traffic,
  signal: AbortSignal,
  limits: PostLimits = POST_LIMITS,
): Promise<string> {
  const limit = AbortSignal.timeout(limits.ms);
  traffic.sent_bytes += Buffer.byteLength(body);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key.reveal()}` }),
      },
      // A redirect would send the texts, and the key, to a host that wasn't configured.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    });
    const problem = problemOf(response);
    if (problem === null) return await readBody(response, traffic, limits.bytes);
    await response.body?.cancel();
    throw problem;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw unavailable(MESSAGES.slow(limits.ms / 1000));
    if (error instanceof TypeError) throw unavailable(MESSAGES.unreachable(reasonOf(error)));
    throw error;
  }
}

function problemOf({ status, ok, headers }: Response): AppError | null {
  if (status === 401 || status === 403) return unavailable(MESSAGES.refusedKey(status));
  if (status === 429) return unavailable(MESSAGES.busy);
  if (status >= 300 && status < 400) return unavailable(MESSAGES.redirect);
  if (!ok) return unavailable(MESSAGES.status(status));
  const type = headers.get('content-type') ?? '';
  return /^application\/json\b/i.test(type) ? null : unavailable(MESSAGES.unusable);
}

async function readBody(response: Response, traffic: Traffic, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    traffic.received_bytes += part.length;
    // Leaving the loop ends the connection.
    if (bytes > most) throw unavailable(MESSAGES.tooLarge);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function reasonOf(error: TypeError): string {
  const { cause } = error;
  return cause instanceof Error ? ('code' in cause ? String(cause.code) : cause.message) : error.message;
}
