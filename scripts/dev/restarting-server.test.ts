import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextFreePort } from './next-free-port.ts';
import { RestartingServer } from './restarting-server.ts';

/** Replies with its process id; exits with code 1 if a file named `broken` is next to it. */
const PROGRAM = `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
process.once('message', () => {
  if (existsSync(new URL('broken', import.meta.url))) process.exit(1);
  createServer((request, response) => response.end(String(process.pid))).listen(process.env.PORT, '127.0.0.1');
});
`;

let folder: string;
let port: number;
let server: RestartingServer;
const told = vi.spyOn(console, 'log').mockImplementation(() => undefined);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restarting-server-'));
  await writeFile(join(folder, 'server.mjs'), PROGRAM);
  port = await nextFreePort('127.0.0.1', 0);
  server = new RestartingServer(port, { ...process.env, PORT: String(port) }, join(folder, 'server.mjs'));
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
  told.mockClear();
});

async function answer(): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
  return reply.text();
}

it('replaces the server, once for simultaneous changes', async () => {
  expect(await server.whenSettled()).toBe(true);
  const first = await answer();
  server.restart();
  server.restart();
  expect(await server.whenSettled()).toBe(true);
  expect(await answer()).not.toBe(first);
  expect(told.mock.calls.flat()).toEqual([expect.stringMatching(/^The server has restarted \(/)]);
});

it('reports that a server does not start, and tries again after the next change', async () => {
  await writeFile(join(folder, 'broken'), '');
  server.restart();
  expect(await server.whenSettled()).toBe(false);
  expect(told.mock.calls.flat().join()).toContain('The server does not start.');
  await rm(join(folder, 'broken'));
  server.restart();
  expect(await server.whenSettled()).toBe(true);
});

it('accepts no calls once it is stopped', async () => {
  await server.whenSettled();
  await server.stop();
  await expect(answer()).rejects.toThrow();
});
