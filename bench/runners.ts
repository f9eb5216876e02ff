import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { RealServer } from '#testing/real-server.ts';

const RUNNERS = [1, 2, 4] as const;
/** One is kept for other users. */
const CAPACITY = 5;
const AT_ONCE = CAPACITY - 1;
/** Few, because a user's runs per minute are limited. */
const ROUNDS = 3;
const CODE = 'import time\ntime.sleep(2)';
const PROGRAM = join(import.meta.dirname, '../runner/src/main.ts');

/**
 * Runs per second with 1, 2 and 4 runners that announce themselves, against one runner. The code sleeps, because all runners share
 * the processors of one machine: what is measured is how the server distributes the runs.
 */
export async function measureRunners(): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const server = await RealServer.create({
    LESSONWRIGHT_CHECK_REPLIES: '0',
    LESSONWRIGHT_LOCAL_RUNNER: '0',
    LESSONWRIGHT_RUNNERS_TOKEN: token,
    LESSONWRIGHT_RUNS_PER_PERSON: '200',
  });
  const running: ChildProcess[] = [];
  try {
    const client = await server.setUpOwner();
    const lesson = await client.createLesson({ body: { sequence: 900_020, title: 'Measured' } });
    const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1 } });
    const place = { lesson_id: lesson.id, screen_id: newScreenId };
    const lines: string[] = [];
    let first: number | null = null;
    for (const count of RUNNERS) {
      while (running.length < count) running.push(startRunner(server, token, `r${running.length + 1}`));
      await untilUp(client, count);
      // The slots of new runners warm up.
      await runMany(client, place, count * AT_ONCE, count * AT_ONCE);
      const start = performance.now();
      await runMany(client, place, count * AT_ONCE * ROUNDS, count * AT_ONCE);
      const perSecond = (count * AT_ONCE * ROUNDS) / ((performance.now() - start) / 1000);
      first ??= perSecond;
      lines.push(`| ${count} | ${perSecond.toFixed(1)} | ${(perSecond / first / count).toFixed(2)} |`);
    }
    return ['| runners | runs per second | of the first × their number |', '|---|---|---|', ...lines].join('\n');
  } finally {
    await Promise.all(running.map(stop));
    await server.remove();
  }
}

function startRunner(server: RealServer, token: string, name: string): ChildProcess {
  const env = {
    ...process.env,
    LESSONWRIGHT_RUNNER_NAME: name,
    LESSONWRIGHT_RUNNER_FOLDER: join(server.dataFolder, name),
    LESSONWRIGHT_RUNNER_TOKEN: token,
    LESSONWRIGHT_RUNNER_SERVER: server.url,
    LESSONWRIGHT_RUNNER_CAPACITY: String(CAPACITY),
    LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
  };
  return spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'ignore', 'inherit'], env });
}

async function stop(runner: ChildProcess): Promise<void> {
  if (runner.exitCode !== null || runner.signalCode !== null) return;
  runner.kill('SIGTERM');
  await once(runner, 'exit');
}

async function untilUp(client: Client<Api>, count: number): Promise<void> {
  while ((await client.getDebug()).runners.filter(({ up }) => up).length < count) await sleep(200);
}

async function runMany(client: Client<Api>, place: { lesson_id: number; screen_id: number }, count: number, atOnce: number): Promise<void> {
  await inParallel(Array.from({ length: count }), atOnce, async () => {
    const reply = await client.runCode({ body: { ...place, code: CODE } });
    if (reply.status !== 'done') throw new Error('A run of two seconds took longer than the server waits for it.');
  });
}
