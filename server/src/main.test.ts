import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderTemplate } from '#testing/database.ts';
import { DATABASE_FOLDER } from './platform/database/database.ts';

// The server as it is started: a process of its own.

let dataFolder: string;
const running = new Set<ChildProcess>();

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-main-'));
});

/** Saves the time of creating a database. */
async function prepareDatabase(): Promise<void> {
  cpSync(await folderTemplate(), join(dataFolder, DATABASE_FOLDER), { recursive: true });
}

afterEach(async () => {
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
  return { child, stdout: () => stdout, stderr: () => stderr, closed };
}

/** As `npm start` does after its set-up. */
function supervised(env: Record<string, string> = {}): Started {
  const scripts = join(import.meta.dirname, '../../scripts/setup');
  const main = join(import.meta.dirname, 'main.ts');
  const script = `. ${scripts}/node.sh; . ${scripts}/supervise.sh; NODE=${process.execPath}; supervise ${main}`;
  return watch(spawn('sh', ['-euc', script], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** The process that holds the data folder. */
async function serverOf(): Promise<number> {
  return (JSON.parse(await readFile(join(dataFolder, 'product.lock'), 'utf8')) as { pid: number }).pid;
}

const start = (env?: Record<string, string>) => run('main.ts', [], env);

/** The address that the server prints once it listens. */
async function addressOf(product: Started): Promise<string> {
  for (;;) {
    const address = / is running at (http:\S+)/.exec(product.stdout())?.[1];
    if (address !== undefined) return address;
    const ended = await Promise.race([
      once(product.child.stdout ?? product.child, 'data').then(() => false),
      product.closed.then(() => true),
    ]);
    if (ended) throw new Error(`It did not start: ${product.stderr()}`);
  }
}

async function stop(product: Started): Promise<number | null> {
  product.child.kill('SIGTERM');
  return product.closed;
}

async function setUp(address: string): Promise<Response> {
  const token = (await readFile(join(dataFolder, 'setup-token'), 'utf8')).trim();
  return fetch(`${address}/api/login/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ token, email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }),
  });
}

describe('starting', () => {
  it('prints the address, a link with the set-up token and the token, stops on a signal, and keeps its data', async () => {
    const first = start();
    const address = await addressOf(first);
    const token = (await readFile(join(dataFolder, 'setup-token'), 'utf8')).trim();
    expect(first.stdout().match(/^ {4}\S+$/gm)).toEqual([`    ${address}/login#setup-token=${token}`, `    ${token}`]);
    expect((await setUp(address)).status).toBe(200);
    expect(await stop(first)).toBe(0);
    expect(first.stderr()).toBe('');

    const second = start();
    const state = await fetch(`${await addressOf(second)}/api/login/state`, { headers: { connection: 'close' } });
    expect(await state.json()).toEqual({ setup_needed: false, password: true, passkeys: false, providers: [] });
    expect(second.stdout()).not.toContain('token');
    expect(existsSync(join(dataFolder, 'setup-token'))).toBe(false);
    expect(await stop(second)).toBe(0);
  });

  it('reports in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    await prepareDatabase();
    const { port } = other.address() as AddressInfo;
    try {
      const product = start({ PORT: String(port) });
      expect(await product.closed).toBe(1);
      expect(product.stderr()).toBe(`Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.\n`);
    } finally {
      other.close();
    }
  });

  it('reports in one line that another process has the data folder, and does not disturb it', async () => {
    await prepareDatabase();
    const first = start();
    const address = await addressOf(first);
    const second = start();
    expect(await second.closed).toBe(1);
    expect(second.stderr()).toMatch(/^The data folder .* is in use by process \d+\. [^\n]*\n$/);
    expect((await fetch(`${address}/api/health`, { headers: { connection: 'close' } })).status).toBe(200);
    expect(await stop(first)).toBe(0);
  });

  it.each([
    [{ PORT: 'eighty' }, /^PORT: must be a number\n$/],
    [{ HOST: '0.0.0.0' }, /^HOST=0\.0\.0\.0 can be reached from other machines\. [^\n]*\n$/],
  ])('tells in a line that a setting is wrong: %o', async (env, text) => {
    const product = start(env);
    expect(await product.closed).toBe(1);
    expect(product.stderr()).toMatch(text);
  });
});

describe('a supervised product', () => {
  it('restarts after a crash, and stops when its supervisor is killed', async () => {
    await prepareDatabase();
    const supervisor = supervised();
    const address = await addressOf(supervisor);
    const isUp = async (at: string) => (await fetch(`${at}/api/health`, { headers: { connection: 'close' } })).ok;
    expect(await isUp(address)).toBe(true);
    const lines = () => supervisor.stdout().match(/ is running at http:\S+/g) ?? [];
    process.kill(await serverOf(), 'SIGKILL');
    while (lines().length < 2) await once(supervisor.child.stdout ?? supervisor.child, 'data');
    expect(await isUp(lines()[1]?.slice(' is running at '.length) ?? '')).toBe(true);
    expect(supervisor.stderr()).toContain('Restarting.');
    // Its end closes the streams, which the server holds as long as it lives.
    supervisor.child.kill('SIGKILL');
    await supervisor.closed;
    expect(supervisor.stdout()).toContain('SIGTERM: stopping.');
  });

  it("reports once that it can't start", async () => {
    const supervisor = supervised({ PORT: 'eighty' });
    expect(await supervisor.closed).toBe(1);
    expect(supervisor.stderr()).toBe('PORT: must be a number\n');
  });
});

describe('the command line', () => {
  it('creates tokens and links with and without a running server', async () => {
    await prepareDatabase();
    const first = start();
    await setUp(await addressOf(first));
    const beside = run('command-line.ts', ['token', 'ada@example.org']);
    expect(await beside.closed).toBe(0);
    const headers = { authorization: `Bearer ${beside.stdout().trim()}`, connection: 'close' };
    expect((await fetch(`${await addressOf(first)}/api/user`, { headers })).status).toBe(200);
    expect(await stop(first)).toBe(0);

    const made = run('command-line.ts', ['token', 'Ada@example.org', 'backup']);
    expect(await made.closed).toBe(0);
    const invited = run('command-line.ts', ['invite', 'ada@example.org']);
    expect(await invited.closed).toBe(0);
    const second = start();
    const token = invited.stdout().trim().split('/').at(-1);
    const invitation = await fetch(`${await addressOf(second)}/api/login/invitation/${token}`, { headers: { connection: 'close' } });
    expect(await invitation.json()).toEqual({ email: 'ada@example.org', name: 'Ada' });
    const user = await fetch(`${await addressOf(second)}/api/user`, {
      headers: { authorization: `Bearer ${made.stdout().trim()}`, connection: 'close' },
    });
    expect(await user.json()).toMatchObject({ email: 'ada@example.org' });
    await stop(second);
  });

  it.each([
    [[], 'command-line.ts token <email>'],
    [['invite', 'ada@example.org', 'extra'], 'command-line.ts invite <email>'],
    [['token', 'eve@example.org'], 'No user with access has the address eve@example.org.'],
  ])('tells what is wrong: %j', async (args, text) => {
    await prepareDatabase();
    const result = run('command-line.ts', args);
    expect(await result.closed).toBe(1);
    expect(result.stderr()).toContain(text);
  });
});
