import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#platform/contract/route.ts';
import { readConfig } from '../config.ts';
import { refused } from '../errors.ts';
import { ProcessorTime } from '../processor-time.ts';
import { CallCosts } from './call-costs.ts';
import { currentCall } from './current-call.ts';
import { mount } from './mount.ts';
import { createServer } from './server.ts';

const reply = z.null();
const access = 'signed-in';
const routes = {
  heavy: route({ method: 'POST', path: '/api/heavy', summary: '', access, queue: 'heavy', reply, errors: ['refused'] }),
  heavyFile: route({ method: 'GET', path: '/api/heavy-file', summary: '', access, queue: 'heavy', replyKind: 'file' }),
  save: route({ method: 'PUT', path: '/api/light', summary: '', access, reply }),
  read: route({ method: 'GET', path: '/api/light', summary: '', access, reply }),
  waits: route({ method: 'GET', path: '/api/waits', summary: '', access, reply }),
  spends: route({ method: 'POST', path: '/api/spends', summary: '', access, reply }),
};

/** What calls of `heavy` and `waits` wait for, in the order in which they began. */
let begun: PromiseWithResolvers<null>[] = [];
/** Calls with `x-leaves` whose caller is being looked up; it ends after they have gone. */
let leaving = 0;
let app: FastifyInstance | undefined;
afterEach(async () => {
  await app?.close();
});

const person = (id: number) => ({ 'x-person': String(id) });

async function start(time = new ProcessorTime()): Promise<FastifyInstance> {
  begun = [];
  leaving = 0;
  const config = readConfig({ LESSONWRIGHT_CHECK_REPLIES: '1', LESSONWRIGHT_WEB: '/nowhere' });
  app = await createServer(config, pino({ level: 'silent' }), async ({ headers, raw }) => {
    if (headers['x-leaves'] !== undefined) {
      leaving += 1;
      await once(raw.socket, 'close');
      await nextTurn();
    }
    return { actor: { id: Number(headers['x-person']), name: 'Ada', role: 'staff' }, credential: 'test' };
  });
  const wait = () => {
    const call = Promise.withResolvers<null>();
    begun.push(call);
    return call.promise;
  };
  const handlers = {
    heavy: wait,
    waits: wait,
    heavyFile: ({ reply: to }: { reply: FastifyReply }) => to.type('text/plain').send('a file'),
    save: () => null,
    read: () => null,
    spends: () => {
      for (const end = performance.now() + 5; performance.now() < end;);
      currentCall()?.spend?.(1_234);
      return null;
    },
  };
  const atOnce = {
    light: { atOncePerCaller: 2, waitingPerCaller: 9 },
    heavy: { atOncePerCaller: 2, waitingPerCaller: 2 },
    long: { atOncePerCaller: 1, waitingPerCaller: 1 },
  };
  mount(app, routes, handlers, { costs: new CallCosts({ atOnce, time }) });
  return app;
}

describe('calls that cost much', () => {
  it('run a few at a time for each person, wait in order, and are refused beyond that', async () => {
    const server = await start();
    const call = (id: number) =>
      server.inject({ method: 'POST', url: '/api/heavy', headers: person(id) }).then((reply) => reply.statusCode);
    const calls = [call(1), call(1), call(1), call(1)];
    await expect.poll(() => begun.length).toBe(2);
    const extra = await server.inject({ method: 'POST', url: '/api/heavy', headers: person(1) });
    expect([extra.statusCode, extra.json().code, extra.headers['retry-after']]).toEqual([429, 'too_many', '5']);
    calls.push(call(2));
    await expect.poll(() => begun.length).toBe(3);
    begun[0]?.resolve(null);
    await expect.poll(() => begun.length).toBe(4);
    // A call that fails ends its turn, too.
    begun[1]?.reject(refused('Not now.'));
    await expect.poll(() => begun.length).toBe(5);
    for (const each of begun) each.resolve(null);
    expect(await Promise.all(calls)).toEqual([200, 422, 200, 200, 200]);
  });

  it('costly calls and others have separate queues', async () => {
    const server = await start();
    const heavy = [1, 2].map(() => server.inject({ method: 'POST', url: '/api/heavy', headers: person(1) }));
    await expect.poll(() => begun.length).toBe(2);
    expect((await server.inject({ url: '/api/light', headers: person(1) })).statusCode).toBe(200);
    for (const each of begun) each.resolve(null);
    await Promise.all(heavy);
  });

  it('and those that say nothing about it run a few at a time for each person, too', async () => {
    const server = await start();
    const call = (id: number) => server.inject({ url: '/api/waits', headers: person(id) }).then((reply) => reply.statusCode);
    const calls = [call(1), call(1), call(1), call(2)];
    await expect.poll(() => begun.length).toBeGreaterThan(2);
    expect(begun).toHaveLength(3);
    for (const each of begun.slice()) each.resolve(null);
    await expect.poll(() => begun.length).toBe(4);
    begun[3]?.resolve(null);
    expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
  });

  it('whose input is refused, or that send a file, end their turn', async () => {
    const server = await start();
    const payload = '{{{';
    const headers = { ...person(1), 'content-type': 'application/json' };
    for (let count = 0; count < 5; count += 1) {
      expect((await server.inject({ method: 'PUT', url: '/api/light', headers, payload })).statusCode).toBe(400);
      expect((await server.inject({ url: '/api/heavy-file', headers: person(1) })).body).toBe('a file');
    }
    expect((await server.inject({ method: 'PUT', url: '/api/light', headers: person(1) })).statusCode).toBe(200);
  });

  it('forget a caller who has gone while they waited', async () => {
    const server = await start();
    const address = await server.listen({ port: 0 });
    const stop = new AbortController();
    const call = (signal: AbortSignal | null) => fetch(`${address}/api/heavy`, { method: 'POST', headers: person(1), signal });
    const running = [call(null), call(null)];
    await expect.poll(() => begun.length).toBe(2);
    const gone = call(stop.signal);
    stop.abort();
    await expect(gone).rejects.toThrow();
    begun[0]?.resolve(null);
    expect((await Promise.race(running)).status).toBe(200);
    // Its place is free for the next.
    const next = call(null);
    await expect.poll(() => begun.length).toBe(3);
    for (const each of begun) each.resolve(null);
    expect((await next).status).toBe(200);
    await Promise.all(running);
  });

  it('take no turn if their caller has gone while that person was looked up', async () => {
    const server = await start();
    const address = await server.listen({ port: 0 });
    const headers = { ...person(1), 'content-type': 'application/json' };
    // As pages do that are left while they save. Two are all that run at once.
    for (const count of [1, 2, 3]) {
      const stop = new AbortController();
      const { signal } = stop;
      const gone = fetch(`${address}/api/light`, { method: 'PUT', headers: { ...headers, 'x-leaves': '1' }, body: '{}', signal });
      await expect.poll(() => leaving).toBe(count);
      stop.abort();
      await expect(gone).rejects.toThrow();
    }
    const call = await fetch(`${address}/api/light`, { method: 'PUT', headers, body: '{}' });
    expect(call.status).toBe(200);
  });

  it('are refused once their person has used up the processor, while others and reading go on', async () => {
    const time = new ProcessorTime({ burstMs: 60_000 });
    const server = await start(time);
    time.spend('user 1', 70_000);
    const status = async (method: 'GET' | 'PUT', url: string, id: number) =>
      (await server.inject({ method, url, headers: person(id) })).statusCode;
    expect(await status('PUT', '/api/light', 1)).toBe(429);
    expect(await status('GET', '/api/heavy-file', 1)).toBe(429);
    expect(await status('GET', '/api/light', 1)).toBe(200);
    expect(await status('PUT', '/api/light', 2)).toBe(200);
  });

  it('count what they use, on the event loop and in threads', async () => {
    const spent: number[] = [];
    const time = new ProcessorTime();
    time.spend = (_, ms) => spent.push(ms);
    const server = await start(time);
    const call = server.inject({ method: 'POST', url: '/api/spends', headers: person(1) });
    expect((await call).statusCode).toBe(200);
    expect(spent.some((ms) => ms === 1_234)).toBe(true);
    expect(spent.length).toBeGreaterThan(1);
  });
});
