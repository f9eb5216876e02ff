import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildUser } from '#testing/factories.ts';
import { cookieOf, startTestServer, type TestServer } from '#testing/test-server.ts';

let server: TestServer;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  address = (await server.listen()).replace('http:', 'ws:');
});
afterAll(() => server.close());

/** A live connection and its close code. */
async function connect(headers: Record<string, string>): Promise<{ closed: Promise<number>; socket: WebSocket }> {
  const socket = new WebSocket(`${address}/api/live`, { headers });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  return { closed, socket };
}

const SIGNED_OUT = 4001;

describe('a live connection ends', () => {
  it('when its session signs out', async () => {
    const { email } = await buildUser(server.platform.db, { password: 'correct horse battery' });
    const payload = { email, password: 'correct horse battery' };
    const cookie = cookieOf(await server.inject({ method: 'POST', url: '/api/login/password', payload }));
    const { closed } = await connect({ cookie });
    await server.inject({ url: '/api/logout', headers: { cookie } });
    expect(await closed).toBe(SIGNED_OUT);
  });

  it('when its token is deleted', async () => {
    const { id, token } = await server.client('staff').createToken({ body: { name: 'listener' } });
    const { closed } = await connect({ authorization: `Bearer ${token}` });
    const other = await connect(server.headers('staff'));
    await server.client('staff').deleteToken({ params: { id } });
    expect(await closed).toBe(SIGNED_OUT);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.close();
  });

  it('when access is revoked', async () => {
    const { id, email } = await buildUser(server.platform.db, { role: 'external' });
    const { token } = await server.client('owner').createToken({ body: { name: 'listener', email } });
    const { closed } = await connect({ authorization: `Bearer ${token}` });
    await server.client('staff').revokeExternalAuthor({ params: { id } });
    expect(await closed).toBe(SIGNED_OUT);
  });

  it('when the server stops', async () => {
    const other = await startTestServer();
    const socket = new WebSocket(`${(await other.listen()).replace('http:', 'ws:')}/api/live`, { headers: other.headers('staff') });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await other.close();
    expect((await closed)[0]).toBe(1001);
  });
});

describe('a live connection', () => {
  it.each(['lesson:999999', 'lesson:x', 'lesson:', 'nothing'])('hears nothing of %o', async (topic) => {
    const { socket } = await connect(server.headers('staff'));
    socket.send(JSON.stringify({ type: 'subscribe', topic }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({ topic, error: 'Topic not found.' });
    socket.close();
    await once(socket, 'close');
  });
});
