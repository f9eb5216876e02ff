import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
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

/** Sends the bytes of a request to a server that forwards all of it to another one. Returns the reply's lines. */
async function sendForwarded(other: RequestListener, request: string): Promise<string[]> {
  await using cleanup = new AsyncDisposableStack();
  const receiver = createHttpServer(other).listen(0, '127.0.0.1');
  cleanup.defer(() => void receiver.close());
  await once(receiver, 'listening');
  const forwarder = new Forwarder();
  cleanup.defer(() => forwarder.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const app = fastify();
  app.decorateRequest('span', null);
  cleanup.defer(() => app.close());
  app.addHook('onRequest', (call, reply) => forwarder.forward(call, reply, { url, headers: {} }, new AbortController().signal));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(request);
  return (await text(socket)).trimEnd().split('\r\n');
}

it.each(['//127.0.0.1:1/secret', '/api/..\\..\\secret', '/api/@127.0.0.1:1/'])(
  'a forwarded call reaches the other server with its path as it came: %s',
  async (path) => {
    const echo: RequestListener = (request, response) => response.end(request.url);
    expect(await sendForwarded(echo, `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)).toContain(path);
  },
);

it.each(['GET', 'DELETE', 'POST'])('the body of a forwarded %s stays its body, and is no request of its own', async (method) => {
  const echo: RequestListener = (request, response) => void text(request).then((body) => response.end(JSON.stringify(body)));
  const body = 'POST /other HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n';
  const head = `${method} / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`;
  const reply = await sendForwarded(echo, `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`);
  expect(reply).toContain(JSON.stringify(body));
});
