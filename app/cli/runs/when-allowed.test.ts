import { expect, it } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { whenAllowed } from './when-allowed.ts';

const { signal } = new AbortController();
const refusal = (status: number) => new ApiError(status, { error: 'Not now.', details: { retry_after: 2 } });

/** A call that fails so often, and then works. */
function failing(failure: Error, times: number) {
  let calls = 0;
  return async () => {
    await Promise.resolve();
    calls += 1;
    if (calls <= times) throw failure;
    return calls;
  };
}

it.each([
  ['calls once where that works', failing(refusal(429), 0), 1],
  ['calls again after too many calls', failing(refusal(429), 3), 4],
])('%s', async (_, call, calls) => {
  expect(await whenAllowed(call, signal, 1)).toBe(calls);
});

it.each([
  ['another refusal', failing(refusal(403), 1)],
  ['another failure', failing(new Error('It broke.'), 1)],
  ['too many calls without end', failing(refusal(429), Infinity)],
])('reports %s', async (_, call) => {
  await expect(whenAllowed(call, signal, 1)).rejects.toThrow();
});
