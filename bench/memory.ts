import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import { ApiError, type Client } from '#platform/contract/client.ts';
import { freePort, signUpOwner } from '#testing/real-server.ts';
import { sorted, type Samples } from './measure.ts';
import { JupyterLab } from './peers/jupyter-lab.ts';
import { invitePeople, takeTurns } from './people.ts';
import { memoryOfTree, totalOf, type ProcessMemory } from './processes.ts';
import { settingsOf, setupToken, StartedProgram } from './product.ts';
import type { Line } from './report.ts';
import { createRunScreen, runOn } from './run-screen.ts';
import type { Sizes } from './sizes.ts';

interface Work {
  readonly saves: number;
  readonly runs: number;
  readonly previews: number;
}

const WORK: Work = { saves: 1_000, runs: 1_000, previews: 200 };
/** `npm start` without npm, as systemd units start it. */
const COMMAND = 'sh scripts/run.sh product web server supervised -- --max-semi-space-size=4 dist/server/main.js'.split(' ');
/** The first start in a folder builds the pages and the server. */
const BUILD_LIMIT_MS = 600_000;
const IDLE_SECONDS = 300;
const SAMPLES = 5;
const SAMPLE_EVERY_MS = 1_000;
const PEOPLE = 5;
const TOO_MANY_CALLS = 429;
const GOALS = { allMb: 400, serverMb: 180, growth: 1.25 };

/** Memory of all processes of the product (PSS): right after the start with the sample content, idle, and idle again after work. */
export async function measureMemory(sizes: Sizes): Promise<Line[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-memory-'));
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await using product = await StartedProgram.start(COMMAND, `${url}/api/health`, settingsOf(folder, port), { limitMs: BUILD_LIMIT_MS });
    const started = await sample(product.pid, sizes);
    const idleMs = sizes.of(IDLE_SECONDS, 1) * 1_000;
    await sleep(idleMs);
    const idle = await sample(product.pid, sizes);
    const done = {
      saves: sizes.of(WORK.saves, 3),
      runs: sizes.of(WORK.runs, 3),
      previews: sizes.of(WORK.previews, 2),
    };
    const owner = await signUpOwner(url, await setupToken(folder));
    await work({ url, owner }, done);
    await sleep(idleMs);
    const after = await sample(product.pid, sizes);
    await using lab = await JupyterLab.start();
    const peer = { against: `JupyterLab ${lab.version} without a kernel`, baseline: (await sample(lab.pid, sizes)).all };
    const mb = { unit: 'MB', ...peer } as const;
    const all = { of: 'median', most: GOALS.allMb } as const;
    const worked = `after ${done.saves} saves, ${done.runs} runs, ${done.previews} previews, and ${idleMs / 1_000} s`;
    return [
      { what: 'memory (PSS) of all processes, right after the start', samples: started.all, ...mb, note: started.note },
      { what: `memory of all processes, idle for ${idleMs / 1_000} s`, samples: idle.all, ...mb, goal: all, note: idle.note },
      { what: `memory of all processes, ${worked}`, samples: after.all, ...mb, note: after.note },
      { what: `memory of the server alone, ${worked}`, samples: after.server, unit: 'MB', goal: { of: 'median', most: GOALS.serverMb } },
      {
        what: 'growth of the memory of all processes by that work',
        samples: after.all,
        unit: 'MB',
        against: 'idle before',
        baseline: idle.all,
        goal: { of: 'ratio', most: GOALS.growth },
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface MemorySamples {
  readonly all: Samples;
  readonly server: Samples;
  /** The largest processes. */
  readonly note: string;
}

async function sample(pid: number, sizes: Sizes): Promise<MemorySamples> {
  const [all, server]: [number[], number[]] = [[], []];
  let processes: ProcessMemory[] = [];
  for (let count = 0; count < sizes.times(SAMPLES); count += 1) {
    if (count > 0) await sleep(SAMPLE_EVERY_MS);
    processes = await memoryOfTree(pid);
    all.push(totalOf(processes));
    server.push(processes.find(({ name }) => name.endsWith('main.js'))?.megabytes ?? Number.NaN);
  }
  const largest = processes.slice(0, 4).map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`);
  return { all: sorted(all), server: sorted(server), note: `${processes.length} processes: ${largest.join(', ')}` };
}

async function work({ url, owner }: { url: string; owner: Client<Api> }, { saves, runs, previews }: Work): Promise<void> {
  const screen = await createRunScreen(owner, { sequence: 900_002, language: 'python' });
  const { id } = await owner.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
  const { newScreenId } = await owner.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  for (let index = 0; index < saves; index += 1) {
    const body_markdown = `Version ${index}\n\n${'A line of text as authors write them, with $x^2$ and `code`.\n'.repeat(60)}`;
    await owner.saveScreen({ params, body: { body_markdown } });
  }
  const person = takeTurns(await invitePeople(url, owner, PEOPLE));
  for (let index = 0; index < runs; index += 1) await patiently(() => runOn(person(), screen, `x = ${index}\n`));
  const address = await openBuild(owner, id);
  for (let index = 0; index < previews; index += 1) await patiently(() => show(address));
}

/** The address that a preview reads its lesson from. */
async function openBuild(client: Client<Api>, id: number): Promise<URL> {
  const { build_number: buildNumber } = await client.startDeploy({ params: { id }, body: {} });
  const build = { id, buildNumber };
  for (;;) {
    const { deploy } = await client.getDeploy({ params: build, query: { log_from: 1_000_000 } });
    if (deploy.status === 'failed') throw new Error(deploy.error ?? 'The deploy failed.');
    if (deploy.status === 'succeeded') break;
    await sleep(100);
  }
  const { url } = await client.openPreview({ params: build });
  return new URL(`/api/preview/${url.split('/').at(-1)}`, url);
}

async function show(address: URL): Promise<void> {
  const reply = await fetch(address);
  await reply.arrayBuffer();
  if (!reply.ok) throw new ApiError(reply.status, { error: 'The preview was not shown.', code: 'refused' });
}

/** Waits and calls again when a person or a network has used up its calls per minute. Time isn't measured here. */
async function patiently(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== TOO_MANY_CALLS) throw error;
      await sleep(1000);
    }
  }
}
