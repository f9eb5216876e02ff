import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { ApiError } from '#platform/contract/client.ts';

const TOO_MANY = 429;
/** A person may start some hundred runs a minute, and the next minute begins after these. */
const ATTEMPTS = 30;
const Details = z.object({ retry_after: z.number().positive() });
const USUAL_SECONDS = 5;

/** Makes a call of a server, again once the server allows it if the caller has made too many. @throws ApiError */
export async function whenAllowed<T>(call: () => Promise<T>, signal: AbortSignal, secondsMs = 1_000): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== TOO_MANY || attempt === ATTEMPTS) throw error;
      const seconds = Details.safeParse(error.details).data?.retry_after ?? USUAL_SECONDS;
      await sleep(seconds * secondsMs, undefined, { signal });
    }
  }
}
