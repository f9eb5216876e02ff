import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import type { RunReply } from '../../contract/runs.ts';
import { startApplications, type Applications } from './listener.ts';

const PORT = 8000;
const HOST = 'localhost:3001';

/** Returns the requested path byte for byte; for WebSockets in a header. */
const TARGET = `
import socket, threading
def answer(client):
    head = b""
    while b"\\r\\n\\r\\n" not in head:
        head += client.recv(65536)
    target = head.split(b" ")[1].hex().encode()
    inner = b"x-inner: " + b",".join(line.split(b":")[0].lower() for line in head.split(b"\\r\\n")[1:] if line.lower().startswith((b"x-session", b"authorization")))
    if b"upgrade: websocket" in head.lower():
        client.sendall(b"HTTP/1.1 101 Switching Protocols\\r\\nupgrade: websocket\\r\\nconnection: upgrade\\r\\nx-target: " + target + b"\\r\\n\\r\\n")
    else:
        client.sendall(b"HTTP/1.1 200 OK\\r\\n" + inner + b"\\r\\nconnection: close\\r\\n\\r\\nx-target: " + target + b"\\r\\n")
    client.close()
server = socket.create_server(("127.0.0.1", ${PORT}))
while True:
    threading.Thread(target=answer, args=(server.accept()[0],)).start()
`;

let server: TestServer;
let applications: Applications;
/** The application's address without the trailing slash. */
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ hasRunner: true, env: { LESSONWRIGHT_APPLICATIONS_PORT: '0' } });
  applications = await startApplications(server.platform);
  const client = server.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 905, title: 'Paths' } });
  await client.saveLesson({ params: { id: lesson.id }, body: { enabled_features: ['Stateful'], app_ports: [PORT] } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  let reply: RunReply = await client.runCode({
    body: { lesson_id: lesson.id, screen_id: newScreenId, code: TARGET, deploy_code: true },
  });
  while (reply.status === 'pending') {
    const { code_run_id, session_id, runner_name } = reply;
    const params = { screenId: newScreenId, runnerName: runner_name, sessionId: session_id, codeRunId: code_run_id };
    // A person may ask 3,000 times a minute.
    await sleep(100);
    reply = await client.getCodeRunResults({ params });
  }
  folder = new URL(reply.external_ip ?? '').pathname.slice(0, -1);
});
afterAll(async () => {
  await applications.close();
  await server.close();
});

const WEB_SOCKET = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Requests a path exactly as written, which HTTP clients don't do; null if the application was not called. */
async function ask(path: string, more: readonly string[] = []): Promise<{ status: number; seen: string | null; head: string }> {
  const socket = connect(applications.port, '127.0.0.1');
  await once(socket, 'connect');
  const close = more === WEB_SOCKET ? [] : ['connection: close'];
  const head = [`GET ${path} HTTP/1.1`, `host: ${HOST}`, ...close, ...more, '', ''].join('\r\n');
  socket.write(head, 'latin1');
  const answer = await text(socket);
  const seen = /^x-target: ([\da-f]*)\r$/m.exec(answer)?.[1];
  return {
    status: Number(answer.split(' ')[1]),
    seen: seen === undefined ? null : Buffer.from(seen, 'hex').toString('latin1'),
    head: answer,
  };
}

const CLIMBING = [
  '/../../../../health',
  '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/health',
  '/..%2f..%2f..%2f..%2fruns',
  '/..\\..\\..\\..\\health',
  '/%252e%252e/x',
];

describe.each([
  ['HTTP', []],
  ['WebSocket', WEB_SOCKET],
])('an address of an application by %s', (_, headers) => {
  it.each(CLIMBING)('%s is rejected', async (path) => {
    expect(await ask(folder + path, headers)).toMatchObject({ status: 400, seen: null });
  });

  it('reaches the application with its bytes unchanged, or is rejected', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '%2e',
        '%2E.',
        '%252e',
        '%2f',
        '%5C',
        '\\',
        '/',
        '//',
        '%',
        '%zz',
        '%00',
        ';',
        ':',
        '@',
        '?',
        '#',
        'health',
        'runs',
      ),
      fc.string({
        unit: fc
          .integer({ min: 0x21, max: 0xff })
          .filter((code) => code !== 0x7f)
          .map((code) => String.fromCharCode(code)),
        maxLength: 12,
      }),
    );
    const paths = fc.array(segment, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        const { status, seen } = await ask(folder + path, headers);
        expect(status === 400 || seen === path ? path : { path, status, seen }).toBe(path);
      }),
      { numRuns: 150 },
    );
  });
});

it('a visitor cannot choose a path of the session through a header', async () => {
  const { seen, head } = await ask(`${folder}/a`, ['x-session-path: /b', 'authorization: Bearer x']);
  expect(seen).toBe('/a');
  expect(head).toMatch(/^x-inner: \r$/m);
});

it('the longest address that the server accepts reaches the application', async () => {
  const path = `/${'a'.repeat(15_500)}`;
  const { status, seen } = await ask(folder + path);
  expect({ status, isWhole: seen === path }).toEqual({ status: 200, isWhole: true });
});
