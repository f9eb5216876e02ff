import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { watchOutput } from '#testing/until-printed.ts';
import { compileCache } from '../../../runner/testing/shared-folder.ts';
import type { RunPending, RunResult } from '../contract/runs.ts';

const TOKEN = randomBytes(24).toString('base64url');
const PATIENT = { timeout: 300_000, interval: 50 };
const PROGRAM = resolve(import.meta.dirname, '../../../runner/src/main.ts');

let folder: string;
let server: TestServer;
let address: string;
let place: { lesson_id: number; screen_id: number };
const runners = new Map<string, ChildProcess>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-announced-'));
  server = await startTestServer({ env: { LESSONWRIGHT_RUNNERS_TOKEN: TOKEN } });
  address = await server.listen();
  const client = server.client('owner');
  const lesson = await client.createLesson({ body: { sequence: 902, title: 'Moving' } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
  place = { lesson_id: lesson.id, screen_id: newScreenId };
});
afterAll(async () => {
  await Promise.all([...runners.keys()].map((name) => endRunner(name, 'SIGKILL')));
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
/** Starts runners that announce themselves, and waits until the server knows them. */
async function startRunners(...names: string[]): Promise<void> {
  for (const name of names) {
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      LESSONWRIGHT_RUNNER_NAME: name,
      LESSONWRIGHT_RUNNER_FOLDER: join(folder, name),
      LESSONWRIGHT_RUNNER_TOKEN: TOKEN,
      LESSONWRIGHT_RUNNER_SERVER: address,
      LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
      // Each runs one or two programs.
      LESSONWRIGHT_RUNNER_WARM: 'off',
      NODE_COMPILE_CACHE: compileCache(),
    };
    runners.set(name, spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'ignore', 'inherit'], env }));
  }
  await vi.waitFor(() => expect(knownRunners()).toEqual(names.toSorted()), PATIENT);
}

const knownRunners = () => server.platform.runners.announced?.all.map(({ name }) => name);

async function endRunner(name: string, signal: NodeJS.Signals): Promise<number | null> {
  const child = runners.get(name);
  runners.delete(name);
  if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

/** Starts a run, which waits so long that the call is answered before its end. */
async function start(code: string, stream_id = randomUUID()): Promise<RunPending> {
  const reply = await server.client('owner').runCode({ body: { ...place, code, stream_id } });
  if (reply.status !== 'pending') throw new Error('The run ended too early.');
  return reply;
}

async function endOf({ code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName }: RunPending): Promise<RunResult> {
  for (;;) {
    const reply = await server
      .client('owner')
      .getCodeRunResults({ params: { screenId: place.screen_id, runnerName, sessionId, codeRunId } });
    if (reply.status === 'done') return reply;
    await sleep(100);
  }
}

const health = { name: 'r', version: '1', sandbox: { ok: true, reason: null }, languages: {}, requirements: [], capacity: 1, running: 0 };
const announcement = {
  url: 'http://127.0.0.1:1',
  instance: randomUUID(),
  health: { ...health, queued: 0, slots: [], sessions: 0, terminals: 0 },
};

describe('announcing a runner', () => {
  // It runs nothing.
  afterAll(async () => {
    await server.platform.db.deleteFrom('announced_runners').execute();
    await server.platform.runners.announced?.read();
  });

  it.each([
    ['without a token', {}, 403],
    ['with a wrong token', { authorization: 'Bearer something-else-entirely' }, 403],
    ['with the token of the runners', { authorization: `Bearer ${TOKEN}` }, 200],
    ['with the token, at a name of the internal network', { authorization: `Bearer ${TOKEN}`, host: 'web:3000' }, 200],
    ['without a token, at a name of the internal network', { host: 'web:3000' }, 403],
  ])('%s is answered with %s', async (_, headers, status) => {
    const reply = await server.inject({ method: 'PUT', url: '/api/runners/r', headers, payload: announcement });
    expect(reply.statusCode).toBe(status);
  });

  it('is not possible where the settings have no token', async () => {
    const closed = await startTestServer({ hasWorkers: false });
    const headers = { authorization: 'Bearer ' };
    expect((await closed.inject({ method: 'PUT', url: '/api/runners/r', headers, payload: announcement })).statusCode).toBe(404);
    await closed.close();
  });
});

describe('runners that come and go', () => {
  // A test takes one of them; where code goes elsewhere, one must be left.
  beforeAll(() => startRunners('one', 'two', 'three'));

  const untilGone = (name: string) => vi.waitFor(() => expect(knownRunners()).not.toContain(name), PATIENT);

  it('move a run whose runner is killed before it printed', async () => {
    const silent = await start('import time\ntime.sleep(6)\nprint("done")');
    await endRunner(silent.runner_name, 'SIGKILL');
    expect((await endOf(silent)).output).toBe('done\n');
    await untilGone(silent.runner_name);
  });

  it('drain: running code ends, new code goes elsewhere, and the runner exits', async () => {
    const running = await start('import time\nprint("begun", flush=True)\ntime.sleep(6)\nprint("ended")');
    const { announced } = server.platform.runners;
    if (!announced) throw new Error('Runners do not announce themselves.');
    const recorded = vi.spyOn(announced, 'record');
    const code = endRunner(running.runner_name, 'SIGTERM');
    const name = running.runner_name;
    // Not from the list: on a slow machine the runner may have gone from it before the test looks.
    const isDraining = expect.objectContaining({ health: expect.objectContaining({ draining: true }) });
    await vi.waitFor(() => expect(recorded).toHaveBeenCalledWith(name, isDraining), PATIENT);
    recorded.mockRestore();
    await announced.read();
    const reply = await server.client('owner').runCode({ body: { ...place, code: 'print(1)' } });
    // A busy machine takes longer than the call waits.
    expect(await (reply.status === 'done' ? reply : endOf(reply))).toMatchObject({ output: '1\n' });
    expect((await endOf(running)).output).toBe('begun\nended\n');
    expect(await code).toBe(0);
    await untilGone(name);
  });

  it('report a run whose runner is killed after it printed', async () => {
    const streamId = randomUUID();
    const untilPrinted = watchOutput(server.platform, streamId);
    const printing = await start('import time\nprint("begun", flush=True)\ntime.sleep(600)', streamId);
    await untilPrinted();
    await endRunner(printing.runner_name, 'SIGKILL');
    await expect(endOf(printing)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('run it again') as string,
    });
  });
});
