import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, it, vi } from 'vitest';
import { RunnerAnnouncement, type RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { buildRunnerHealth } from '#testing/runner-health.ts';
import { Announcer } from './announce.ts';

const health = buildRunnerHealth();

it('announces the runner repeatedly, reports when that starts and stops failing, and announces its end', async () => {
  const received: { path: string | undefined; token: string | undefined; health: RunnerHealth | null; instance: string }[] = [];
  let isRefusing = true;
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const announcement = RunnerAnnouncement.parse(body);
      received.push({
        path: request.url,
        token: request.headers.authorization,
        health: announcement.health,
        instance: announcement.instance,
      });
      response.writeHead(isRefusing ? 403 : 200).end(isRefusing ? 'Wrong token' : '{"ok":true}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const states: (string | null)[] = [];
  const announcer = new Announcer({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'a-token-of-runners',
    name: 'r1',
    url: 'http://r1.example.org:7070',
    health: () => health,
    onState: (reason) => states.push(reason),
  });
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), { timeout: 300_000 });
  isRefusing = false;
  await vi.waitFor(() => expect(states).toEqual(['403 Wrong token', null]), { timeout: 300_000 });
  await announcer.stop();
  expect(received.at(-1)?.health).toBeNull();
  expect(received[0]).toEqual({ path: '/api/runners/r1', token: 'Bearer a-token-of-runners', health, instance: received.at(-1)?.instance });
  server.closeAllConnections();
  server.close();
});
