import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { RunnerHealth } from '#platform/contract/runner-protocol.ts';
import { RealServer } from '#testing/real-server.ts';
import { startTestServer } from '#testing/test-server.ts';
import { compileCache } from '../../../runner/testing/shared-folder.ts';
import type { RunPending, RunResult } from '../contract/runs.ts';

/** A runner that is started separately and outlives the server. */
interface OtherRunner {
  readonly port: number;
  readonly process: ChildProcess;
}

const TOKEN = randomBytes(24).toString('base64url');
let folder: string;
let runner: OtherRunner;
let server: RealServer;
let client: Client<Api>;
let place: { lesson_id: number; screen_id: number };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-long-'));
  runner = await startRunner(0);
  server = await RealServer.createPrepared({ ...runnerSettings(), LESSONWRIGHT_SAMPLE: '0' });
  client = await server.setUpOwner();
  place = await makeScreen(client);
});
afterAll(async () => {
  await server.remove();
  await endRunner(runner);
  await rm(folder, { recursive: true, force: true });
});

function runnerSettings() {
  const runners = JSON.stringify([{ name: 'other', url: `http://127.0.0.1:${runner.port}`, token: TOKEN }]);
  return { LESSONWRIGHT_LOCAL_RUNNER: '0', LESSONWRIGHT_RUNNERS: runners };
}

async function makeScreen(author: Client<Api>) {
  const { id } = await author.createLesson({ body: { sequence: 901, title: 'Long' } });
  await author.saveLesson({ params: { id }, body: { enabled_features: ['Long-running code'] } });
  const { newScreenId } = await author.createScreen({ params: { id }, body: { sequence: 1 } });
  return { lesson_id: id, screen_id: newScreenId };
}

async function startRunner(port: number): Promise<OtherRunner> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, '../../../runner/src/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: folder,
      LESSONWRIGHT_RUNNER_NAME: 'other',
      LESSONWRIGHT_RUNNER_PORT: String(port),
      LESSONWRIGHT_RUNNER_FOLDER: join(folder, 'runner'),
      LESSONWRIGHT_RUNNER_TOKEN: TOKEN,
      NODE_COMPILE_CACHE: compileCache(),
      LESSONWRIGHT_RUNNER_WARM: 'off',
    },
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { port: (JSON.parse(line) as { port: number }).port, process: child };
}

async function endRunner({ process: child }: OtherRunner, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Prints that it begins, takes its time, and ends. */
const code = (seconds: number) =>
  `import time, uuid\nprint("started", uuid.uuid4(), flush=True)\ntime.sleep(${seconds})\nx = 42\nprint("ended")`;

async function start(seconds: number): Promise<RunPending> {
  const reply = await client.runCode({ body: { ...place, code: code(seconds), stream_id: randomUUID() } });
  if (reply.status !== 'pending') throw new Error('A long run was not pending.');
  return reply;
}

async function resultOf(run: RunPending): Promise<RunResult> {
  const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = run;
  for (;;) {
    const reply = await client.getCodeRunResults({ params: { screenId: place.screen_id, runnerName, sessionId, codeRunId } });
    if (reply.status === 'done') return reply;
    await new Promise((settle) => setTimeout(settle, 200));
  }
}

const last = () => client.getLastRun({ params: { lessonId: place.lesson_id, screenId: place.screen_id } });

describe('long-running code', () => {
  it('is pending at once, and is found as the user’s last run', async () => {
    const run = await start(0);
    expect((await last())?.reply.code_run_id).toBe(run.code_run_id);
    expect(await resultOf(run)).toMatchObject({ error: null, output: expect.stringMatching(/^started .*\nended\n$/) });
    expect(await last()).toMatchObject({ reply: { status: 'done', code_run_id: run.code_run_id } });
  });

  it('continues after a kill of its server, is joined by the next server, and can be stopped there', async () => {
    // About as long as the server needs to restart; on a busy machine the run may have ended by then, and is joined anyway.
    const short = await start(4);
    const endless = await start(600);
    await server.kill();
    await server.start();
    expect((await last())?.reply).toMatchObject({ status: 'pending', code_run_id: endless.code_run_id });
    await client.stopRun({ params: { codeRunId: endless.code_run_id } });
    // On a busy machine it may not have printed anything yet.
    expect(await resultOf(endless)).toMatchObject({ error: 'Stopped.', output: expect.not.stringMatching(/started[^]*started/) });
    const { output, vars } = await resultOf(short);
    // Started once: it was joined, not run again.
    expect(output.match(/started/g)).toHaveLength(1);
    expect(vars).toContainEqual(expect.objectContaining({ name: 'x', string_form: '42' }));
  });

  it('continues when its server is stopped', async () => {
    const running = async () => {
      const reply = await fetch(`http://127.0.0.1:${runner.port}/health`, { headers: { authorization: `Bearer ${TOKEN}` } });
      return RunnerHealth.parse(await reply.json()).running;
    };
    const stopped = await startTestServer({ env: runnerSettings(), hasWorkers: false });
    const own = stopped.client('owner');
    const reply = await own.runCode({ body: { ...(await makeScreen(own)), code: code(600), stream_id: randomUUID() } });
    expect(reply.status).toBe('pending');
    await vi.waitFor(async () => expect(await running()).toBe(1), { timeout: 300_000, interval: 50 });
    await stopped.close();
    expect(await running()).toBe(1);
  });

  it('is restarted if its runner lost it', async () => {
    const run = await start(3);
    await endRunner(runner, 'SIGKILL');
    runner = await startRunner(runner.port);
    expect(await resultOf(run)).toMatchObject({ error: null, output: expect.stringContaining('ended') });
  });

  it('is not found on an unknown screen', async () => {
    await expect(client.getLastRun({ params: { lessonId: place.lesson_id, screenId: 999_999 } })).rejects.toMatchObject({ status: 404 });
  });
});
