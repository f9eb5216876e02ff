import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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

it.each(['//127.0.0.1:1/secret', '/api/..\\..\\secret', '/api/@127.0.0.1:1/'])(
  'a forwarded call reaches the other server with its path as it came: %s',
  async (path) => {
    await using cleanup = new AsyncDisposableStack();
    const other = createHttpServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1');
    cleanup.defer(() => void other.close());
    await once(other, 'listening');
    const forwarder = new Forwarder();
    cleanup.defer(() => forwarder.close());
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const app = fastify();
    app.decorateRequest('span', null);
    cleanup.defer(() => app.close());
    app.addHook('onRequest', (request, reply) => forwarder.forward(request, reply, { url, headers: {} }, new AbortController().signal));
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
    expect((await text(socket)).trimEnd().split('\r\n')).toContain(path);
  },
);
