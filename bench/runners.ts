import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { inParallel } from '#platform/server/in-parallel.ts';
import { RealServer } from '#testing/real-server.ts';
import { measure, type Samples } from './measure.ts';
import { invitePeople, takeTurns } from './people.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

const RUNNERS = [1, 2, 4] as const;
/** One is kept for other users. */
const CAPACITY = 5;
const AT_ONCE = CAPACITY - 1;
const ROUNDS = 5;
const PEOPLE = 8;
const SLEEP_SECONDS = 1;
const CODE = `import time\ntime.sleep(${SLEEP_SECONDS})`;
const PROGRAM = join(import.meta.dirname, '../runner/src/main.ts');

/**
 * Runs per second with 1, 2 and 4 runners that announce themselves, against the sum of single ones. The code sleeps, because all runners
 * share the processors of one machine: what is measured is how the server distributes the runs.
 */
export async function measureRunners(sizes: Sizes): Promise<Line[]> {
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
    const screen = await createRunScreen(client, { sequence: 900_020, language: 'python' });
    const person = takeTurns(await invitePeople(server.url, client, PEOPLE));
    const lines: Line[] = [];
    let single: Samples = [];
    for (const count of RUNNERS) {
      while (running.length < count) running.push(startRunner(server, token, `r${running.length + 1}`));
      await untilUp(client, count);
      const runAll = () => inParallel(Array.from({ length: count * AT_ONCE }), count * AT_ONCE, () => runOn(person(), screen, CODE));
      // The slots of new runners warm up in the first round.
      const samples = await measure(runAll, { count: sizes.times(ROUNDS), warmUp: 1 });
      if (single.length === 0) single = samples;
      lines.push({
        what: `${count * AT_ONCE} runs that sleep ${SLEEP_SECONDS} s, ${AT_ONCE} at once on each of ${count} runners`,
        samples,
        against: 'one runner with its share of them',
        baseline: single,
      });
    }
    return lines;
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
