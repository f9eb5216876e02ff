import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  DEFAULT_RUN_LIMITS,
  EnvironmentEvent,
  SESSION_PATH_HEADER,
  type EnvironmentRef,
  type SessionRequest,
} from '#platform/contract/runner-protocol.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const PORT = 8888;
const BASE = '/a-secret/8888/';
const BUILD_MS = 15 * 60_000;

/** Installs a real one from PyPI; without access to it these tests are skipped and reported as such. */
const hasPyPI = await fetch('https://pypi.org/simple/jupyterlab/', { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
  ({ ok }) => ok,
  () => false,
);

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

function buildSession(given: Pick<SessionRequest, 'environment' | 'files'>): SessionRequest {
  return {
    owner: 'ada',
    session: { id: randomUUID(), idle_seconds: 300, total_seconds: 600, ports: [PORT] },
    program: 'jupyterlab',
    base_path: BASE,
    language: 'python',
    language_version: null,
    limits: { ...DEFAULT_RUN_LIMITS, memory_bytes: 2 * 2 ** 30, processes: 256, disk_bytes: 256 * 2 ** 20 },
    requirements: [],
    ...given,
  };
}

it.runIf(hasPyPI)(
  'a JupyterLab has the files of its lesson, which may be changed, and kernels that run below its own address',
  { timeout: BUILD_MS },
  async () => {
    const sha256 = await runner.send('a,b\n1,2\n');
    const request = buildSession({ environment: await build('jupyterlab'), files: [{ name: 'data.csv', sha256 }] });
    const opened = await runner.call('POST', '/sessions', JSON.stringify(request));
    expect({ status: opened.status, state: await opened.json() }).toMatchObject({ status: 201, state: { listening: [PORT] } });
    const ask = (path: string, method?: string, body?: string) => runner.visit(request.session.id, PORT, BASE + path, method, body);
    expect(await (await ask('lab')).text()).toContain('<title>JupyterLab</title>');
    expect(await (await ask('api/contents')).json()).toMatchObject({
      content: [{ name: 'data.csv', writable: true }],
    });
    const kernel = (await (await ask('api/kernels', 'POST', '{"name": "python3"}')).json()) as { id: string };
    const code = 'print(open("data.csv").read().strip(), sum(range(10)))';
    expect(await execute(request.session.id, `${BASE}api/kernels/${kernel.id}/channels`, code)).toContain('1,2 45');
    expect((await runner.call('DELETE', `/sessions/${request.session.id}`)).status).toBe(204);
  },
);

/** Builds an environment with one package from PyPI. */
async function build(name: string): Promise<EnvironmentRef> {
  const request = { language: 'python', version: null, packages: [{ name, version: null }] };
  const lines = (await (await runner.call('POST', '/environments', JSON.stringify(request))).text()).trim().split('\n');
  const last = EnvironmentEvent.parse(JSON.parse(lines.at(-1) ?? ''));
  if (last.type !== 'built') throw new Error(`The environment was not built: ${lines.at(-1)}`);
  return last.environment;
}

/** Runs code in a kernel, as JupyterLab's page does, and returns what it printed. */
async function execute(sessionId: string, path: string, code: string): Promise<string> {
  const socket = new WebSocket(`${runner.url.replace('http', 'ws')}/sessions/${sessionId}/ports/${PORT}`, {
    headers: { authorization: `Bearer ${runner.token}`, [SESSION_PATH_HEADER]: path },
  });
  let printed = '';
  const idle = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`The kernel closed the connection. ${printed}`)));
    socket.on('message', (data: Buffer) => {
      const { msg_type, content, parent_header } = JSON.parse(data.toString()) as {
        msg_type: string;
        content: { text?: string; execution_state?: string };
        parent_header: { msg_type?: string };
      };
      if (msg_type === 'stream') printed += content.text ?? '';
      if (msg_type === 'status' && content.execution_state === 'idle' && parent_header.msg_type === 'execute_request') resolve();
    });
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const header = { msg_id: randomUUID(), msg_type: 'execute_request', username: '', session: randomUUID(), date: '', version: '5.3' };
  const content = { code, silent: false, store_history: false, user_expressions: {}, allow_stdin: false, stop_on_error: true };
  socket.send(JSON.stringify({ header, parent_header: {}, metadata: {}, content, channel: 'shell', buffers: [] }));
  await idle;
  socket.removeAllListeners('close').terminate();
  return printed;
}
