import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { folderTemplate } from '#testing/database.ts';
import { COMPILED } from '#testing/real-server.ts';

// The server as it is started: its own process. The tests follow one installation from its first start, because each start
// takes seconds. How a failed start is explained is tested in start-failure.test.ts, the commands in commands.test.ts.

const running = new Set<ChildProcess>();
let dataFolder: string;
let supervisor: Started;
/** The address of the first start. */
let address: string;
/** Created by commands: a personal token while the server ran, and an invitation while it was stopped. */
let userToken: string;
let invitation: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-main-'));
  await cp(await folderTemplate(), join(dataFolder, DATABASE_FOLDER), { recursive: true });
});
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await rm(dataFolder, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Resolves once the text was printed to standard output or standard error. */
  said(text: string | RegExp): Promise<void>;
  /** Exit code, after both streams have ended. */
  closed: Promise<number | null>;
}

function run(script: string, args: string[], env: Record<string, string> = {}): Started {
  const program = join(import.meta.dirname, script);
  return watch(spawn(process.execPath, [program, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
}

function environment(env: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: COMPILED,
    PORT: '0',
    LESSONWRIGHT_DATA: dataFolder,
    LESSONWRIGHT_SAMPLE: '0',
    LESSONWRIGHT_LOCAL_RUNNER: '0',
    ...env,
  };
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Started {
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.on('exit', () => running.delete(child));
  const closed = once(child, 'close').then(([code]) => code as number | null);
  const said = async (text: string | RegExp) => {
    const isThere = () => (typeof text === 'string' ? (stdout + stderr).includes(text) : text.test(stdout + stderr));
    while (!isThere()) {
      const more = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]).then(() => false);
      if ((await Promise.race([more, closed.then(() => true)])) && !isThere())
        throw new Error(`It ended without “${String(text)}”:\n${stdout}${stderr}`);
    }
  };
  return { child, stdout: () => stdout, stderr: () => stderr, said, closed };
}

/** As `npm start` does after its set-up. */
function supervised(env: Record<string, string> = {}): Started {
  const scripts = join(import.meta.dirname, '../../scripts/setup');
  const main = join(import.meta.dirname, 'main.ts');
  const script = `. ${scripts}/node.sh; . ${scripts}/supervise.sh; NODE=${process.execPath}; look_seconds=0.2 unchanged_looks=150; supervise ${main}`;
  return watch(spawn('sh', ['-euc', script], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** The process that holds the data folder. */
async function serverOf(): Promise<number> {
  return (JSON.parse(await readFile(join(dataFolder, 'product.lock'), 'utf8')) as { pid: number }).pid;
}

/** The number that the server writes for its supervisor. */
async function heartbeatOf(pid: number): Promise<number> {
  const env = await readFile(`/proc/${pid}/environ`, 'utf8');
  return Number(await readFile(/LESSONWRIGHT_HEARTBEAT=([^\0]+)/.exec(env)?.[1] ?? '', 'utf8'));
}

/** The addresses that the server printed, one for each start. */
const addresses = (product: Started) => [...product.stdout().matchAll(/ is running at (http:\S+)\n/g)].map(([, printed]) => printed ?? '');

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers: { connection: 'close', ...headers } });

it('prints its address, a link with the set-up token and the token at its first start', async () => {
  supervisor = supervised();
  await supervisor.said(/ is running at http:\S+\n/);
  address = addresses(supervisor)[0] ?? '';
  const token = (await readFile(join(dataFolder, 'setup-token'), 'utf8')).trim();
  await supervisor.said('It is also in ');
  expect(supervisor.stdout().match(/^ {4}\S+$/gm)).toEqual([`    ${address}/login#setup-token=${token}`, `    ${token}`]);
  const reply = await fetch(`${address}/api/login/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ token, email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }),
  });
  expect(reply.status).toBe(200);
  expect(supervisor.stderr()).toBe('');
});

it('accepts a token that a command creates while it runs', async () => {
  const command = run('command-line.ts', ['token', 'ada@example.org']);
  expect([await command.closed, command.stderr()]).toEqual([0, '']);
  userToken = command.stdout().trim();
  expect((await get(`${address}/api/user`, { authorization: `Bearer ${userToken}` })).status).toBe(200);
});

it('responds to its supervisor again and again', async () => {
  const pid = await serverOf();
  const first = await heartbeatOf(pid);
  await expect.poll(() => heartbeatOf(pid)).toBeGreaterThan(first);
});

it('is restarted after a crash, keeps its data, and stops when its supervisor is killed', async () => {
  process.kill(await serverOf(), 'SIGKILL');
  await supervisor.said(/(?: is running at http:\S+\n[^]*){2}/);
  expect(supervisor.stderr()).toContain('Restarting.');
  const again = addresses(supervisor)[1] ?? '';
  const state = await get(`${again}/api/login/state`);
  expect(await state.json()).toEqual({ setup_needed: false, password: true, passkeys: false, providers: [] });
  expect(supervisor.stdout().split(again)[1]).not.toContain('token');
  expect(existsSync(join(dataFolder, 'setup-token'))).toBe(false);
  // Its end closes the streams, which the server holds as long as it lives.
  supervisor.child.kill('SIGKILL');
  await supervisor.closed;
  expect(supervisor.stdout()).toContain('SIGTERM: stopping.');
});

it('lets a command use its database while it is stopped', async () => {
  const command = run('command-line.ts', ['invite', 'ada@example.org']);
  expect([await command.closed, command.stderr()]).toEqual([0, '']);
  invitation = command.stdout().trim().split('/').at(-1) ?? '';
});

it('warns of unknown settings, and of a runner and a provider that do not respond, starts, and stops on a signal', async () => {
  const product = run('main.ts', [], {
    LESSONWRIGHT_SAMPLES: '0',
    LESSONWRIGHT_RUNNERS: '[{"name":"one","url":"http://127.0.0.1:1","token":"a token of 16 characters"}]',
    LESSONWRIGHT_OIDC_ISSUER: 'http://127.0.0.1:1/realm',
    LESSONWRIGHT_OIDC_CLIENT_ID: 'lessons',
    LESSONWRIGHT_OIDC_CLIENT_SECRET: 'not-a-secret',
    LESSONWRIGHT_LOG_FORMAT: 'text',
  });
  await product.said('LESSONWRIGHT_SAMPLES is not a setting and has no effect. Did you mean LESSONWRIGHT_SAMPLE?');
  await product.said('LESSONWRIGHT_RUNNERS: the runner "one" at http://127.0.0.1:1 is not responding (ECONNREFUSED).');
  await product.said('LESSONWRIGHT_OIDC_ISSUER: http://127.0.0.1:1/realm is not responding');
  expect(product.stderr()).toMatch(/^\S+Z WARN {2}LESSONWRIGHT_SAMPLES /);
  await product.said(/ is running at http:\S+\n/);
  const [here = ''] = addresses(product);
  expect(await (await get(`${here}/api/login/invitation/${invitation}`)).json()).toEqual({ email: 'ada@example.org', name: 'Ada' });
  expect(await (await get(`${here}/api/user`, { authorization: `Bearer ${userToken}` })).json()).toMatchObject({
    email: 'ada@example.org',
  });
  product.child.kill('SIGTERM');
  expect(await product.closed).toBe(0);
});

it("reports once in one line that it can't start", async () => {
  const failed = supervised({ PORT: 'eighty' });
  expect(await failed.closed).toBe(1);
  expect(failed.stderr()).toBe('PORT: must be a whole number from 0 to 65535\n');
});

it('ends a command that fails with 1 and the reason, also under its former name', async () => {
  const wrong = run('../../server/src/command-line.ts', ['check-config'], { PORT: 'eighty' });
  expect([await wrong.closed, wrong.stdout(), wrong.stderr()]).toEqual([1, 'error   PORT: must be a whole number from 0 to 65535\n', '']);
});
