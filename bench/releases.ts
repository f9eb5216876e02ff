import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Api } from '#app/contract/api.ts';
import { GitRepository } from '#features/git/server/git.ts';
import type { Client } from '#platform/contract/client.ts';
import { SyncedFile } from './calls.ts';
import { CommitWatch } from './commit-watch.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, measureInTurn, sorted, timed, type Samples } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const LESSONS = 1_000;
const SCREENS = 20;
/** Branches at the same commit, because a branch has one release. */
const [SHALLOW, FULL] = ['bench/shallow', 'bench/full'];
const WRITERS = 8;
const SAVES_EACH = 10;
const COMMITTED = 15;
const SAVES = 30;
const WARM_UP = 60;
const run = promisify(execFile);

/** Branches and their saves, with plain git in the same run. */
export async function measureReleases({ server, client, sizes }: Bench): Promise<Line[]> {
  const [lessons, screens] = [sizes.of(LESSONS, 10), sizes.of(SCREENS, 2)];
  const content = new GitRepository(join(server.dataFolder, 'content.git'));
  const files = await writeManyLessons(content, { branch: SHALLOW, lessons, screens });
  await content.run(['update-ref', `refs/heads/${FULL}`, `refs/heads/${SHALLOW}`]);
  await content.run(['repack', '-adq']);
  const size = `${lessons} lessons × ${screens} (${files.toLocaleString('en')} files)`;

  const fetching = await measureOnce(() => client.listBranchLessons({ body: { version_major: SHALLOW } }));
  await client.listBranchLessons({ body: { version_major: FULL } });
  const listing = await measure(() => readHeadsPlainly(content, SHALLOW), { count: sizes.times(3), warmUp: 1 });
  const shallow = await measureOnce(() => client.createRelease({ body: { name: 'Shallow', version_major: SHALLOW, create_new: false } }));
  const archiving = await measure(() => unpackPlainly(content, FULL), { count: sizes.times(3), warmUp: 0 });
  const quiet = await measure(async () => (await fetch(`${server.url}/api/health`)).arrayBuffer(), { count: SAVES });
  const health = watchHealth(server.url);
  const numbers = Array.from({ length: lessons }, (_, index) => index + 1);
  const full = await measureOnce(() =>
    client.createRelease({ body: { name: 'Full', version_major: FULL, create_new: false, lessons: numbers } }),
  );
  const answers = await health.stop();
  const heads = { against: 'git ls-tree -r, cat-file --batch of each lesson.yaml', baseline: listing };
  return [
    { what: `first look at a branch, fetch included, ${size}`, samples: fetching, ...heads },
    { what: `shallow import, ${size}`, samples: shallow, ...heads },
    { what: `full import, ${size}`, samples: full, against: 'git archive | tar x', baseline: archiving },
    { what: 'health check during the full import', samples: answers, against: 'before it', baseline: quiet },
    ...(await measureSaves({ server, client, sizes })),
    ...(await measureWriters(client, content, sizes)),
  ];
}

async function measureOnce(work: () => Promise<unknown>): Promise<Samples> {
  return measure(work, { count: 1, warmUp: 0 });
}

async function readHeadsPlainly(content: GitRepository, branch: string): Promise<void> {
  const { stdout } = await run('git', [`--git-dir=${content.directory}`, 'ls-tree', '-r', branch], { maxBuffer: 1 << 28 });
  const ids = stdout.split('\n').flatMap((line) => /^\S+ blob (\w+)\tlessons\/[^/]+\/lesson\.yaml$/.exec(line)?.[1] ?? []);
  const child = spawn('git', [`--git-dir=${content.directory}`, 'cat-file', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.resume();
  child.stdin.end(`${ids.join('\n')}\n`);
  await once(child, 'close');
}

async function unpackPlainly(content: GitRepository, branch: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-'));
  await run('sh', ['-c', 'git --git-dir="$0" archive "$1" | tar x -C "$2"', content.directory, branch, folder]);
  await rm(folder, { recursive: true });
}

/** Polls whether the server is up, and records the response times. */
function watchHealth(url: string): { stop(): Promise<Samples> } {
  const samples: number[] = [];
  const ending = new AbortController();
  const watching = (async () => {
    while (!ending.signal.aborted) {
      const began = performance.now();
      await (await fetch(`${url}/api/health`)).arrayBuffer();
      samples.push(performance.now() - began);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await watching;
      return samples.toSorted((a, b) => a - b);
    },
  };
}

async function lessonsToEdit(client: Client<Api>, count: number): Promise<{ lessonId: number; screenId: number }[]> {
  const release = (await client.listReleases()).find(({ version_major }) => version_major === FULL);
  const lessons = (await client.listLessons()).filter(({ release_id }) => release_id === release?.id).slice(0, count);
  return Promise.all(
    lessons.map(async ({ id }) => ({ lessonId: id, screenId: (await client.listScreens({ params: { id } }))[0]?.id ?? 0 })),
  );
}

function textOf(version: string): string {
  return `Version ${version}\n${'A line of text as authors write them.\n'.repeat(30)}`;
}

async function measureSaves({ server, client, sizes }: Bench): Promise<Line[]> {
  const [params] = await lessonsToEdit(client, 1);
  if (!params) throw new Error('There is no lesson to edit.');
  const committed: number[] = [];
  let version = 0;
  await using disk = await SyncedFile.open(server.dataFolder);
  const samples = await measureInTurn(
    {
      ours: timed(() => client.saveScreen({ params, body: { body_markdown: textOf(String((version += 1))) } })),
      disk: disk.append(textOf('x')),
    },
    // As after a minute of work: the first saves of a process take 50% longer.
    { rounds: sizes.times(SAVES), warmUp: sizes.times(WARM_UP) },
  );
  await settled(client, params);
  const watch = await CommitWatch.open(server.url, client, params.lessonId);
  for (let round = 0; round < sizes.times(COMMITTED); round++) {
    const isCommitted = watch.reached(params.screenId, 'committed');
    const isPushed = watch.reached(params.screenId, 'pushed');
    const began = performance.now();
    await client.saveScreen({ params, body: { body_markdown: textOf(`committed ${round}`) } });
    await isCommitted;
    committed.push(performance.now() - began);
    await isPushed;
  }
  watch.close();
  const peer = { against: 'the same bytes appended and synced to disk', baseline: samples.disk };
  return [
    { what: 'save of one screen in it, acknowledged', samples: samples.ours, ...peer },
    { what: 'save of one screen until it is committed', samples: sorted(committed), ...peer },
  ];
}

async function settled(client: Client<Api>, params: { lessonId: number; screenId: number }): Promise<void> {
  while ((await client.getScreen({ params })).commit_status?.state !== 'pushed') await sleep(20);
}

/** Concurrent writers on one branch. @throws Error unless every save reaches the branch of the code host exactly once */
async function measureWriters(client: Client<Api>, content: GitRepository, sizes: Sizes): Promise<Line[]> {
  const savesEach = sizes.of(SAVES_EACH, 1);
  const writers = (await lessonsToEdit(client, WRITERS + 1)).slice(1);
  const began = performance.now();
  await Promise.all(
    writers.map(async (params, writer) => {
      for (let save = 0; save < savesEach; save++) {
        const body = { body_markdown: textOf(`${writer}.${save}`), saveMessage: `writer ${writer} save ${save}` };
        await client.saveScreen({ params, body });
      }
    }),
  );
  const saved = performance.now() - began;
  for (const params of writers) await settled(client, params);
  const pushed = performance.now() - began;
  const subjects = (await content.text(['log', '--format=%s', `refs/heads/${FULL}`]))
    .split('\n')
    .filter((line) => line.startsWith('writer '));
  if (subjects.length !== writers.length * savesEach || new Set(subjects).size !== subjects.length)
    throw new Error(`${subjects.length} of ${writers.length * savesEach} saves are on the branch.`);
  for (const [writer, { lessonId, screenId }] of writers.entries()) {
    const { body_markdown: text } = await client.getScreen({ params: { lessonId, screenId } });
    if (!text.includes(`Version ${writer}.${savesEach - 1}\n`)) throw new Error(`The last save of writer ${writer} is missing.`);
  }
  const what = `${writers.length} writers × ${savesEach} saves on one branch`;
  return [
    { what: `${what}: acknowledged`, samples: [saved] },
    { what: `${what}: on the code host, each once`, samples: [pushed] },
  ];
}
