import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { Cluster } from './cluster.ts';
import { SERVER_TOKEN_HEADER, signForwarded } from './server-token.ts';
import type { Servers } from './servers.ts';

afterEach(() => vi.useRealTimers());

it.each([-300_000, 300_000])('believes another server although its own clock is %i ms off', async (offMs) => {
  const databaseTime = Date.UTC(2026, 10, 23);
  vi.useFakeTimers({ toFake: ['Date'], now: databaseTime + offMs });
  const servers = { secret: 'shared', self: { id: 'server-b' }, clock: { now: () => databaseTime + 1_000 } } as unknown as Servers;
  const app = fastify();
  app.decorateRequest('forwardedBy', null);
  const cluster = new Cluster(servers);
  cluster.register(app);
  app.get('/api/user', ({ forwardedBy }) => ({ forwardedBy }));
  const by = { from: 'server-a', address: '203.0.113.7', protocol: 'https' as const };
  const token = signForwarded('shared', { method: 'GET', url: '/api/user', to: 'server-b' }, by, databaseTime);
  const reply = await app.inject({ url: '/api/user', headers: { [SERVER_TOKEN_HEADER]: token } });
  expect(reply.json()).toEqual({ forwardedBy: by });
  cluster.close();
  await app.close();
});
