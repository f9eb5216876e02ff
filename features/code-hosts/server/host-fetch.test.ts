import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHostFetch, rateLimitPause } from './host-fetch.ts';

let server: Server | undefined;

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(async () => {
  server?.closeAllConnections();
  server?.close();
  if (server) await once(server, 'close');
});

describe('calling a code host', () => {
  it.each([
    ['a fault', 500, {}],
    ['a fault in between', 502, {}],
    ['its secondary limit', 403, { 'retry-after': '0' }],
    ['too many calls, but the count starts again now', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1' }],
  ])('happens once more after %s', async (_what, status, headers) => {
    let calls = 0;
    const address = await listen((_request, reply) => reply.writeHead(++calls === 1 ? status : 200, calls === 1 ? headers : {}).end('{}'));
    expect((await createHostFetch('GitHub', { pauseMs: 1 })(address)).status).toBe(200);
    expect(calls).toBe(2);
  });

  it.each([
    [404, {}],
    [403, {}],
    [429, {}],
    [403, { 'retry-after': '3600' }],
  ])('happens once after %i %o', async (status, headers) => {
    let calls = 0;
    const address = await listen((_request, reply) => {
      calls++;
      reply.writeHead(status, headers).end('{}');
    });
    expect((await createHostFetch('GitHub', { pauseMs: 1 })(address)).status).toBe(status);
    expect(calls).toBe(1);
  });

  it('fails after its time limit, with a message', async () => {
    const address = await listen(() => {});
    await expect(createHostFetch('GitHub', { answerMs: 50, pauseMs: 1 })(address)).rejects.toMatchObject({
      failure: 'unreachable',
      message: 'GitHub did not respond within 0.05 seconds.',
    });
  });
});

it('reads how long a code host asks to wait', () => {
  const reset = String(Math.ceil(Date.now() / 1000) + 600);
  expect(rateLimitPause(403, new Headers({ 'retry-after': '30' }))).toBe(30_000);
  expect(rateLimitPause(403, new Headers({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset }))).toBeGreaterThan(590_000);
  expect(rateLimitPause(403, new Headers({ 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': reset }))).toBeNull();
  expect(rateLimitPause(429, new Headers())).toBe(60_000);
  expect(rateLimitPause(404, new Headers({ 'retry-after': '30' }))).toBeNull();
});
