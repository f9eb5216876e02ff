import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NotOffered, fetchBytes, hostOf } from './fetch-file.ts';
import { packageHosts } from './package-hosts.ts';

let index: Server;
let files: Server;
let address: string;
let other: string;
let seen: string[] = [];

beforeAll(async () => {
  files = createServer((incoming, response) => {
    seen.push(`${incoming.url} ${incoming.headers.authorization ?? 'nobody'}`);
    response.end('from elsewhere');
  }).listen(0, '127.0.0.1');
  index = createServer((incoming, response) => {
    if (incoming.url === '/away') return response.writeHead(302, { location: `${other}/secret` }).end();
    if (incoming.url === '/round') return response.writeHead(302, { location: '/round' }).end();
    if (incoming.url === '/gone') return response.writeHead(404).end();
    if (incoming.url === '/who') return response.end(incoming.headers.authorization ?? 'nobody');
    return response.end('x'.repeat(1_000));
  }).listen(0, '127.0.0.1');
  await Promise.all([once(files, 'listening'), once(index, 'listening')]);
  address = `http://user:pass%40word@127.0.0.1:${(index.address() as AddressInfo).port}`;
  other = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
});
afterAll(() => {
  for (const server of [index, files]) {
    server.closeAllConnections();
    server.close();
  }
});

const { signal } = new AbortController();
const fetchIt = (path: string, hosts: readonly string[] = [], mostBytes = 2_000) =>
  fetchBytes(new URL(address + path), { hosts: new Set([hostOf(new URL(address)), ...hosts]), mostBytes, signal });

it('sends the password of an index only to that index', async () => {
  expect((await fetchIt('/who')).toString()).toBe(`Basic ${Buffer.from('user:pass@word').toString('base64')}`);
  seen = [];
  expect((await fetchIt('/away', [hostOf(new URL(other))])).toString()).toBe('from elsewhere');
  expect(seen).toEqual(['/secret nobody']);
});

it('does not follow a redirect to a disallowed host', async () => {
  seen = [];
  await expect(fetchIt('/away')).rejects.toThrow('is not on an allowed package host');
  expect(seen).toEqual([]);
});

it('stops reading at its limit', async () => {
  expect(await fetchIt('/large', [], 1_000)).toHaveLength(1_000);
  await expect(fetchIt('/large', [], 999)).rejects.toThrow('is too large');
});

it.each(['/gone', '/round', '/away'])('reports %s without the password', async (path) => {
  const error = await fetchIt(path).catch((failure: unknown) => failure);
  expect(String(error)).not.toMatch(/pass|user/);
  expect(error instanceof NotOffered).toBe(path === '/gone');
});

it.each([
  ['https://pypi.org/simple', ['pypi.org:443', 'files.pythonhosted.org:443', 'extra:443']],
  ['http://index.example:8080/simple', ['index.example:8080', 'extra:443']],
  ['/srv/wheels', []],
  ['file:///srv/cran', []],
])('packages of %s come from its hosts', (given, hosts) => {
  expect([...packageHosts(given, ['extra:443'])]).toEqual(hosts);
});
