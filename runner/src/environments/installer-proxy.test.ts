import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import { createConnection, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInstallerProxy, type InstallerProxy } from './installer-proxy.ts';

let folder: string;
let index: Server;
let own: string;
let asked: string[];
let proxy: InstallerProxy;
const socketPath = () => join(folder, 'proxy');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lessonwright-proxy-'));
  asked = [];
  index = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    response.end('x'.repeat(incoming.url === '/large' ? 5_000 : 5));
  }).listen(0, '127.0.0.1');
  await once(index, 'listening');
  own = `127.0.0.1:${(index.address() as AddressInfo).port}`;
  proxy = await openInstallerProxy({ socketPath: socketPath(), hosts: new Set([own]), mostBytes: 2_000 });
});
afterEach(async () => {
  await proxy.close();
  index.closeAllConnections();
  index.close();
  rmSync(folder, { recursive: true });
});

/** Sends a raw request and returns the reply. */
async function say(words: string): Promise<string> {
  const socket = createConnection(socketPath());
  socket.on('error', () => undefined);
  socket.end(words);
  return text(socket).catch(() => '');
}

async function get(path: string, options: { method?: string } = {}): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request({ socketPath: socketPath(), path, agent: false, ...options }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response).catch(() => 'cut') };
}

describe('a plain request', () => {
  it('goes to the index', async () => {
    expect(await get(`http://${own}/simple/`)).toEqual({ status: 200, body: 'xxxxx' });
    expect(asked).toEqual(['/simple/']);
  });

  it.each([
    ['another port', () => 'http://127.0.0.1:9/'],
    ['another host', () => `http://localhost:${own.split(':')[1]}/`],
    ['a path', () => '/simple/'],
    ['another protocol', () => `https://${own}/`],
  ])('does not go to %s', async (_, address) => {
    expect((await get(address())).status).toBe(403);
    expect(asked).toEqual([]);
  });

  it('only reads', async () => {
    expect((await get(`http://${own}/`, { method: 'PUT' })).status).toBe(403);
  });

  it('closes beyond its byte limit', async () => {
    expect((await get(`http://${own}/large`).catch(() => ({ body: 'cut' }))).body).not.toHaveLength(5_000);
  });
});

describe('a tunnel', () => {
  it('connects to the index', async () => {
    const answer = await say(`CONNECT ${own} HTTP/1.1\r\nHost: ${own}\r\n\r\nGET /inside HTTP/1.0\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200[^]*xxxxx$/);
    expect(asked).toEqual(['/inside']);
  });

  it.each([
    ['another port', () => '127.0.0.1:22'],
    ['another host', () => 'example.org:443'],
    ['a host that begins like it', () => `${own}.example.org:443`],
    ['no port', () => '127.0.0.1'],
    ['a user name in front of it', () => `x@${own}`],
  ])('does not connect to %s', async (_, target) => {
    expect(await say(`CONNECT ${target()} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^(HTTP\/1\.1 (403|400)|$)/);
    expect(asked).toEqual([]);
  });

  it('does not connect to another reachable server', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    let connections = 0;
    other.on('connection', () => (connections += 1));
    const target = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    expect(await say(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nGET / HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403/);
    expect(connections).toBe(0);
    other.closeAllConnections();
    other.close();
  });
});
