import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { Forwarder } from './forward.ts';

it('a forwarded call ends with an error when the other server is gone before it replies', async () => {
  await using cleanup = new AsyncDisposableStack();
  // Accepts everything and never replies, like a machine whose network was cut after the call was sent.
  const silent = createServer((socket) => {
    cleanup.defer(() => void socket.destroy());
    socket.once('data', () => gone.abort());
  }).listen(0, '127.0.0.1');
  cleanup.defer(() => void silent.close());
  await once(silent, 'listening');
  const gone = new AbortController();
  const forwarder = new Forwarder();
  cleanup.defer(() => forwarder.close());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const app = fastify();
  app.decorateRequest('span', null);
  cleanup.defer(() => app.close());
  app.addHook('onRequest', (request, reply) => forwarder.forward(request, reply, { url, headers: {} }, gone.signal));
  app.get('/', () => 'not forwarded');
  const reply = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }));
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
});
