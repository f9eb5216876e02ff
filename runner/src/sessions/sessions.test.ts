import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import {
  DEFAULT_RUN_LIMITS,
  SESSION_PATH_HEADER,
  type SessionRequest,
  SessionState,
  type RunnerEvent,
  type RunnerRunRequest,
} from '#platform/contract/runner-protocol.ts';
import { hostileCode, usualRunner } from '../../testing/matrix.ts';
import { buildRequest, type TestRunner } from '../../testing/test-runner.ts';

let runner: TestRunner;
/** A server on this machine's own loopback, which no session may reach. */
let outside: Server;
let outsidePort: number;

beforeAll(async () => {
  runner = await usualRunner();
  outside = createServer((_request, response) => response.end('outside')).listen(0, '127.0.0.1');
  await new Promise((resolve) => outside.once('listening', resolve));
  outsidePort = (outside.address() as AddressInfo).port;
});
afterAll(() => {
  outside.close();
});

const inSituations = hostileCode();

const PORT = 8000;
function newSession(change: object = {}) {
  return { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [PORT], ...change };
}

async function endOf(request: Partial<RunnerRunRequest>): Promise<Extract<RunnerEvent, { type: 'finished' | 'stopped' | 'failed' }>> {
  const last = (await runner.events(request)).at(-1);
  if (last?.type !== 'finished' && last?.type !== 'stopped' && last?.type !== 'failed') throw new Error('The run has no end.');
  return last;
}

async function run(
  session: RunnerRunRequest['session'],
  code: string,
  limits: object = {},
  more: Partial<RunnerRunRequest> = {},
): Promise<RunOutcome> {
  const end = await endOf({ session, code, limits: { ...DEFAULT_RUN_LIMITS, ...limits }, ...more });
  if (end.type !== 'finished') throw new Error(JSON.stringify(end));
  return end.outcome;
}

const SERVER = `
import http.server
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = f"{self.path} {self.headers.get('authorization')}".encode()
        self.send_response(200)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
print("serving", flush=True)
http.server.ThreadingHTTPServer(("127.0.0.1", ${PORT}), Page).serve_forever()
`;

describe('a stateful session', () => {
  it('keeps its namespace, imports and files between runs', async () => {
    const session = newSession();
    expect(await run(session, 'import math\nx = 41\nopen("note.txt", "w").write("kept")\nprint("first")')).toMatchObject({
      output: 'first\n',
      error: null,
    });
    const second = await run(session, 'x += 1\nprint(x, math.floor(2.5), open("note.txt").read())');
    expect(second).toMatchObject({ output: '42 2 kept\n', error: null, stderr: '' });
    expect(second.vars).toContainEqual(expect.objectContaining({ name: 'x', string_form: '42' }));
  });

  it('runs each code of earlier screens once, and reports its error with that run', async () => {
    const session = newSession();
    const cell = (number: number, code: string) => ({ name: `screen ${number}`, code, may_fail: false });
    const earlier = [cell(1, 'x = [1]\nprint("early")\n1 / 0'), cell(2, 'x.append(2)')];
    const failed = { name: 'screen 1', message: 'ZeroDivisionError: division by zero' };
    expect(await run(session, 'print(x)', {}, { earlier })).toMatchObject({ output: '[1, 2]\n', error: null, earlier_errors: [failed] });
    const more = [...earlier, cell(3, 'x.append(3)\ny')];
    const later = { name: 'screen 3', message: "NameError: name 'y' is not defined" };
    expect(await run(session, 'print(x)', {}, { earlier: more })).toMatchObject({ output: '[1, 2, 3]\n', earlier_errors: [later] });
    const half = cell(4, 'import time\ntime.sleep(2.5)');
    const late = await run(session, 'time.sleep(2.5)\nprint("done")', { wall_seconds: 4 }, { earlier: [...more, half] });
    expect(late).toMatchObject({ output: 'done\n', error: null, limit: null, earlier_errors: [] });
  });

  it('shares nothing with another one', async () => {
    await run(newSession(), 'x = 1');
    expect((await run(newSession(), 'print(x)')).error).toMatchObject({ name: 'NameError', line: 1 });
  });

  it('survives an error, reported with its line, and a run that times out', async () => {
    const session = newSession();
    expect((await run(session, 'x = 7\n1 / 0')).error).toMatchObject({ name: 'ZeroDivisionError', line: 2 });
    const late = await run(session, 'print("going")\nwhile True:\n    pass', { wall_seconds: 0.3 });
    expect(late).toMatchObject({ output: 'going\n', limit: 'time', error: { line: expect.any(Number) } });
    expect(await run(session, 'print(x)')).toMatchObject({ output: '7\n', stderr: '' });
  });

  it('shows only the pictures of each run', async () => {
    const session = newSession();
    const plot = 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()';
    expect((await run(session, plot)).images).toHaveLength(1);
    expect((await run(session, 'print(1)')).images).toHaveLength(0);
    expect((await run(session, plot)).images).toHaveLength(1);
  });

  it('that has to be killed reports that, and starts over', async () => {
    const session = newSession();
    await run(session, 'x = 1');
    const killed = await run(session, 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)');
    expect(killed).toMatchObject({ error: { name: 'Killed' }, stderr: expect.stringContaining('starts a new session') });
    expect((await run(session, 'print(x)')).error).toMatchObject({ name: 'NameError' });
  });

  it('that hangs in one call, or keeps its channel open, is ended', async () => {
    const session = newSession();
    const code = 'import signal, time\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\ntime.sleep(60)';
    expect(await run(session, code, { wall_seconds: 0.2 })).toMatchObject({
      limit: 'time',
      stderr: expect.stringContaining('starts a new session'),
    });
    const forked = 'import os, time\nif os.fork() == 0:\n    time.sleep(60)\nos._exit(3)';
    expect((await run(session, forked)).error).toMatchObject({ name: 'Exit', message: expect.stringContaining('3') });
  });

  it('continues after a run was stopped', async () => {
    const session = newSession();
    await run(session, 'x = 5');
    const id = randomUUID();
    const response = await runner.call(
      'POST',
      '/runs',
      JSON.stringify(buildRequest({ id, session, code: 'print("on", flush=True)\nwhile True: pass' })),
    );
    const reader = response.body!.getReader();
    let seen = '';
    while (!seen.includes('"on')) seen += Buffer.from((await reader.read()).value ?? []).toString();
    expect((await runner.call('DELETE', `/runs/${id}`)).status).toBe(204);
    for (let part = await reader.read(); !part.done; part = await reader.read()) seen += Buffer.from(part.value).toString();
    expect(seen).toContain('"type":"stopped"');
    expect((await run(session, 'print(x)')).output).toBe('5\n');
  });

  it('truncates long output and continues', async () => {
    const session = newSession();
    const flood = await run(session, 'x = 3\nwhile True:\n    print("y" * 1000)', { stream_bytes: 10_000 });
    expect(flood).toMatchObject({ limit: 'output', cut: expect.arrayContaining(['stdout']) });
    expect((await run(session, 'print(x)')).output).toBe('3\n');
  });

  it('starts over, and reports that, when the lesson has other files', async () => {
    const session = newSession();
    await run(session, 'x = 1');
    const sha256 = await runner.send('data');
    const after = await run(session, 'print(open("data.txt").read(), "x" in globals())', {}, { files: [{ name: 'data.txt', sha256 }] });
    expect(after).toMatchObject({ output: 'data False\n' });
  });

  it('ends when it is idle, and when its total time is over', async () => {
    for (const times of [{ idle_seconds: 0.2 }, { total_seconds: 0.5 }]) {
      const session = newSession(times);
      // On a slow machine the total time may be over before the run ends.
      await endOf({ session, code: 'x = 1' });
      await expect.poll(async () => (await runner.call('GET', `/sessions/${session.id}`)).status, { timeout: 300_000 }).toBe(404);
    }
  });

  it('belongs to one owner, and ends for that owner’s newer ones', async () => {
    const first = newSession();
    await run(first, 'x = 1', {}, { owner: 'ada' });
    expect(await endOf({ session: first, code: 'print(x)', owner: 'bob' })).toMatchObject({
      type: 'failed',
      error: expect.stringContaining('else'),
    });
    for (let count = 0; count < 4; count += 1) await run(newSession(), 'x = 1', {}, { owner: 'ada' });
    expect((await runner.call('GET', `/sessions/${first.id}`)).status).toBe(404);
  });

  it('is ended when asked to', async () => {
    const session = newSession();
    await run(session, 'x = 1');
    expect((await runner.call('DELETE', `/sessions/${session.id}`)).status).toBe(204);
    expect((await runner.call('DELETE', `/sessions/${session.id}`)).status).toBe(404);
    expect((await run(session, 'print("x" in globals())')).output).toBe('False\n');
  });
});

/** Listens at once, also on a slow machine. */
const LISTENER = 'import socket, time\ns = socket.socket()\ns.bind(("127.0.0.1", 9999))\ns.listen()\ntime.sleep(60)';

describe('an application', () => {
  const deploy = (session: RunnerRunRequest['session'], code: string, limits: object = {}, more: object = {}) =>
    run(session, code, limits, { deploy: true, ...more });

  /** One for the tests that only visit it. An owner has few sessions, so it has its own. */
  const session = newSession({ ports: [PORT, 8001], idle_seconds: 1200, total_seconds: 2400 });
  let outcome: RunOutcome;
  beforeAll(async () => {
    outcome = await deploy(session, SERVER, {}, { owner: 'visited' });
  });

  it('is up once it listens, and stays; replies come through the port without the runner’s token', async () => {
    expect(outcome).toMatchObject({ listening: [PORT], error: null, output: 'serving\n' });
    expect(await (await runner.visit(session.id, PORT, '/a%20b/c?d=%2F')).text()).toBe('/a%20b/c?d=%2F None');
    const state = SessionState.parse(await (await runner.call('GET', `/sessions/${session.id}`)).json());
    expect(state).toMatchObject({ listening: [PORT], log: expect.stringContaining('GET /a%20b/c') });
  });

  it('is addressed by a path in a header, separate from the runner’s own path', async () => {
    const at = `/sessions/${session.id}/ports/${PORT}`;
    expect(await (await runner.visit(session.id, PORT, '/../../../../health')).text()).toBe('/../../../../health None');
    expect((await runner.visit(session.id, PORT, 'health')).status).toBe(400);
    expect((await runner.call('GET', at)).status).toBe(400);
    expect((await runner.call('GET', `${at}/health`)).status).toBe(404);
  });

  it.each([
    ['leaves', 'print("oh")\n1 / 0', {}, /exited \(exit code 1\) before it listened on port 8000/, /ZeroDivisionError/],
    ['listens nowhere', 'import time\ntime.sleep(60)', { wall_seconds: 0.5 }, /Nothing listened on port 8000/, /^$/],
    ['listens elsewhere', LISTENER, { wall_seconds: 3 }, /It listens on 9999/, /^$/],
  ])('that %s is reported as an error, with its output', async (_case, code, limits, message, stderr) => {
    const outcome = await deploy(newSession(), code, limits);
    expect(outcome).toMatchObject({ listening: [], error: { message: expect.stringMatching(message) } });
    expect(outcome.stderr).toMatch(stderr);
  });

  it('may be a shell script', async () => {
    const session = newSession();
    const code = `echo starting\nexec python3 -m http.server ${PORT} --bind 127.0.0.1`;
    expect(await deploy(session, code, {}, { language: 'cli' })).toMatchObject({ listening: [PORT], output: 'starting\n' });
    expect((await runner.visit(session.id, PORT, '/')).status).toBe(200);
  });

  it.each([
    [
      'python',
      'x = "kept"\n1 / 0',
      'def f(:',
      'ZeroDivisionError',
      'import socket, time\ns = socket.create_server(("127.0.0.1", 8000))\nprint(x)\ntime.sleep(60)',
    ],
    [
      'cli',
      'kept() { echo kept; }\necho >&2 early; nonsense-early',
      'if',
      'nonsense-early: command not found',
      `kept; exec python3 -c 'import socket, time; s = socket.create_server(("127.0.0.1", 8000)); time.sleep(60)'`,
    ],
    ['r', 'x <- "kept"\nstop("\u001b\\"early")', 'f(', 'early', 's <- serverSocket(8000)\ncat(x, "\n")\nSys.sleep(60)'],
  ] as const)('in %s starts after code of earlier screens that failed, and prints that', async (language, first, second, error, code) => {
    const earlier = [first, second].map((text, index) => ({ name: `screen ${index + 1}`, code: text, may_fail: index === 1 }));
    const outcome = await deploy(newSession(), code, {}, { language, earlier });
    expect(outcome).toMatchObject({ listening: [PORT], error: null, stderr: expect.stringContaining(error) as string });
    expect(outcome.output).toMatch(/^kept ?$/m);
    expect(outcome.stderr).not.toMatch(/syntax/i);
  });

  it('needs a port of the lesson, and a language that has applications', async () => {
    for (const request of [{ session: newSession({ ports: [] }) }, { session: newSession(), language: 'sql' as const }]) {
      const response = await runner.call('POST', '/runs', JSON.stringify(buildRequest({ ...request, deploy: true })));
      expect(response.status).toBe(503);
    }
  });

  it('streams, and supports WebSockets', async () => {
    const session = newSession();
    await deploy(session, WEB_SOCKET_SERVER);
    const socket = new WebSocket(`${runner.url.replace('http', 'ws')}/sessions/${session.id}/ports/${PORT}`, {
      headers: { authorization: `Bearer ${runner.token}`, [SESSION_PATH_HEADER]: '/echo' },
    });
    const heard = new Promise<string>((resolve, reject) => {
      socket.once('message', (data: Buffer) => resolve(data.toString()));
      socket.once('error', reject);
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    socket.send('hello');
    expect(await heard).toBe('hello');
    socket.terminate();
  });

  it('reports a port that is not allowed or on which nothing listens', async () => {
    expect((await runner.visit(session.id, 8001, '/')).status).toBe(502);
    expect((await runner.visit(session.id, 22, '/')).status).toBe(502);
    expect((await fetch(`${runner.url}/sessions/${session.id}/ports/${PORT}`)).status).toBe(401);
  });

  it('replaces the previous one', async () => {
    const second = await deploy(session, SERVER.replace('{self.path}', 'second'), {}, { owner: 'visited' });
    expect(second).toMatchObject({ listening: [PORT], error: null });
    expect(await (await runner.visit(session.id, PORT, '/')).text()).toContain('second');
  });
});

const WEB_SOCKET_SERVER = `
import base64, hashlib, socket
server = socket.create_server(("127.0.0.1", ${PORT}))
while True:
    client, _ = server.accept()
    head = b""
    while b"\\r\\n\\r\\n" not in head:
        head += client.recv(4096)
    key = [line.split(b": ")[1] for line in head.split(b"\\r\\n") if line.lower().startswith(b"sec-websocket-key")][0]
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    client.sendall(b"HTTP/1.1 101 Switching\\r\\nupgrade: websocket\\r\\nconnection: upgrade\\r\\nsec-websocket-accept: " + accept + b"\\r\\n\\r\\n")
    frame = client.recv(4096)
    size, mask = frame[1] & 127, frame[2:6]
    text = bytes(byte ^ mask[index % 4] for index, byte in enumerate(frame[6 : 6 + size]))
    client.sendall(bytes([0x81, size]) + text)
`;

it('a missing JupyterLab is reported with what to do', async () => {
  const request: SessionRequest = {
    owner: 'ada',
    session: newSession(),
    program: 'jupyterlab',
    base_path: `/a-secret/${PORT}/`,
    language: 'python',
    language_version: null,
    environment: null,
    files: [],
    limits: DEFAULT_RUN_LIMITS,
    requirements: [],
  };
  const response = await runner.call('POST', '/sessions', JSON.stringify(request));
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ error: expect.stringContaining('Add the package jupyterlab') });
  expect((await runner.call('DELETE', `/sessions/${request.session.id}`)).status).toBe(404);
});

describe('isolation', () => {
  it('reaches neither another session’s ports nor this machine’s', async () => {
    const other = newSession();
    await run(other, SERVER, {}, { deploy: true });
    const probe = (port: number) => `import urllib.request\nurllib.request.urlopen("http://127.0.0.1:${port}/", timeout=2)`;
    const own = newSession();
    for (const port of [PORT, outsidePort]) {
      expect((await run(own, probe(port))).error).toMatchObject({ name: 'URLError', message: expect.stringContaining('refused') });
    }
    expect((await run(own, 'import socket\nsocket.create_connection(("1.1.1.1", 53), 2)')).error).toMatchObject({ name: 'OSError' });
  });

  it('cannot see the host’s connection to the runner, and cannot end or stop the host', async () => {
    const session = newSession();
    const code = [
      'import os, signal',
      'try:',
      '    print(os.listdir("/proc/1/fd"))',
      'except PermissionError:',
      '    print("closed")',
      'os.kill(1, signal.SIGKILL)',
      'os.kill(1, signal.SIGSTOP)',
      'print(sorted(int(fd) for fd in os.listdir("/proc/self/fd") if int(fd) == 8))',
    ].join('\n');
    expect(await run(session, code)).toMatchObject({ output: 'closed\n[]\n', error: null });
    expect((await run(session, 'print("there")')).output).toBe('there\n');
  });

  it('opens no sockets but those of applications', async () => {
    const session = newSession();
    for (const family of ['AF_NETLINK', 'AF_PACKET', 'AF_VSOCK']) {
      const { error } = await run(session, `import socket\nsocket.socket(socket.${family}, socket.SOCK_RAW)`);
      expect(error).toMatchObject({ name: family === 'AF_NETLINK' ? 'OSError' : 'PermissionError' });
    }
  });
});

inSituations(['warm, as a user'], 'for an ordinary user', (its) => {
  it('sessions and their ports are the same', async () => {
    const session = newSession();
    const request = (given: Partial<RunnerRunRequest>) => its().events({ session, ...given });
    await request({ code: 'x = 6' });
    expect((await request({ code: 'print(x * 7)' })).at(-1)).toMatchObject({ outcome: { output: '42\n', error: null } });
    expect((await request({ code: SERVER, deploy: true })).at(-1)).toMatchObject({ outcome: { listening: [PORT] } });
    expect(await (await its().visit(session.id, PORT, '/there')).text()).toContain('/there');
    expect((await its().call('DELETE', `/sessions/${session.id}`)).status).toBe(204);
  });
});
