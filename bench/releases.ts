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
import { RealServer } from '#testing/real-server.ts';
import { measureDisk } from './calls.ts';
import { CommitWatch } from './commit-watch.ts';
import { writeManyLessons } from './many-lesson-branch.ts';
import { measure, quantile, type Samples } from './measure.ts';
import { formatReport, type Comparison } from './report.ts';

// `node bench/releases.ts [lessons] [screens]`: branches, compared with plain git in the same run.

const [LESSONS = 1_000, SCREENS = 20] = process.argv.slice(2).map(Number);
/** Two branches at the same commit, because a branch has one release. */
const [SHALLOW, FULL] = ['bench/shallow', 'bench/full'];
const WRITERS = 8;
const SAVES_EACH = 10;
const run = promisify(execFile);

const server = await RealServer.create({
  LESSONWRIGHT_CHECK_REPLIES: '0',
  LESSONWRIGHT_LOG: 'warn',
  LESSONWRIGHT_SAMPLE: '0',
  LESSONWRIGHT_LOCAL_RUNNER: '0',
});
try {
  const client = await server.setUpOwner();
  const content = new GitRepository(join(server.dataFolder, 'content.git'));
  const files = await writeManyLessons(content, { branch: SHALLOW, lessons: LESSONS, screens: SCREENS });
  await content.run(['update-ref', `refs/heads/${FULL}`, `refs/heads/${SHALLOW}`]);
  await content.run(['repack', '-adq']);
  const size = `${LESSONS} lessons × ${SCREENS} (${files.toLocaleString('en')} files)`;

  const fetching = await measureOnce(() => client.listBranchLessons({ body: { version_major: SHALLOW } }));
  await client.listBranchLessons({ body: { version_major: FULL } });
  const listing = await measure(() => readHeadsPlainly(content, SHALLOW), { count: 3, warmUp: 1 });
  const shallow = await measureOnce(() => client.createRelease({ body: { name: 'Shallow', version_major: SHALLOW, create_new: false } }));
  const archiving = await measure(() => unpackPlainly(content, FULL), { count: 3, warmUp: 0 });
  const health = watchHealth(server.url);
  const numbers = Array.from({ length: LESSONS }, (_, index) => index + 1);
  const full = await measureOnce(() =>
    client.createRelease({ body: { name: 'Full', version_major: FULL, create_new: false, lessons: numbers } }),
  );
  const answers = await health.stop();
  console.log(
    formatReport([
      {
        what: `first look at a branch, fetch included, ${size}`,
        samples: fetching,
        against: 'git ls-tree -r, cat-file --batch of each lesson.yaml',
        baseline: listing,
      },
      {
        what: `shallow import, ${size}`,
        samples: shallow,
        against: 'git ls-tree -r, cat-file --batch of each lesson.yaml',
        baseline: listing,
      },
      { what: `full import, ${size}`, samples: full, against: 'git archive | tar x', baseline: archiving },
    ]),
  );
  console.log(
    `\nGET /api/health during that: ${answers.length} calls, p95 ${quantile(answers, 0.95).toFixed(0)} ms, slowest ${quantile(answers, 1).toFixed(0)} ms\n`,
  );
  console.log(formatReport(await measureSaves(client, server.dataFolder)));
  console.log(await measureWriters(client, content));
} finally {
  await server.remove();
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

async function measureSaves(client: Client<Api>, dataFolder: string): Promise<Comparison[]> {
  const [params] = await lessonsToEdit(client, 1);
  if (!params) throw new Error('There is no lesson to edit.');
  const committed: number[] = [];
  let version = 0;
  const acknowledged = await measure(() => client.saveScreen({ params, body: { body_markdown: textOf(String((version += 1))) } }), {
    count: 30,
    // As after a minute of work: the first saves of a process take 50% longer.
    warmUp: 60,
  });
  await settled(client, params);
  const watch = await CommitWatch.open(server.url, client, params.lessonId);
  for (let round = 0; round < 15; round++) {
    const isCommitted = watch.reached(params.screenId, 'committed');
    const isPushed = watch.reached(params.screenId, 'pushed');
    const began = performance.now();
    await client.saveScreen({ params, body: { body_markdown: textOf(`committed ${round}`) } });
    await isCommitted;
    committed.push(performance.now() - began);
    await isPushed;
  }
  watch.close();
  const baseline = await measureDisk(dataFolder, textOf('x'), 30);
  const against = 'the same bytes appended and synced to disk';
  return [
    { what: 'save of one screen to its acknowledgement', samples: acknowledged, against, baseline },
    { what: 'save of one screen until it is committed', samples: committed.toSorted((a, b) => a - b), against, baseline },
  ];
}

async function settled(client: Client<Api>, params: { lessonId: number; screenId: number }): Promise<void> {
  while ((await client.getScreen({ params })).commit_status?.state !== 'pushed') await sleep(20);
}

/** Concurrent writers on one branch: every save must reach the branch of the code host exactly once. */
async function measureWriters(client: Client<Api>, content: GitRepository): Promise<string> {
  const places = await lessonsToEdit(client, WRITERS + 1);
  const writers = places.slice(1);
  const began = performance.now();
  await Promise.all(
    writers.map(async (params, writer) => {
      for (let save = 0; save < SAVES_EACH; save++)
        await client.saveScreen({
          params,
          body: { body_markdown: textOf(`${writer}.${save}`), saveMessage: `writer ${writer} save ${save}` },
        });
    }),
  );
  const saved = performance.now() - began;
  for (const params of writers) await settled(client, params);
  const pushed = performance.now() - began;
  const subjects = (await content.text(['log', '--format=%s', `refs/heads/${FULL}`]))
    .split('\n')
    .filter((line) => line.startsWith('writer '));
  const isAll = subjects.length === WRITERS * SAVES_EACH && new Set(subjects).size === subjects.length;
  const texts = await Promise.all(
    writers.map(async ({ lessonId, screenId }, writer) =>
      (await client.getScreen({ params: { lessonId, screenId } })).body_markdown.includes(`Version ${writer}.${SAVES_EACH - 1}\n`),
    ),
  );
  const verdict =
    isAll && texts.every(Boolean) ? 'every save is there, once' : `${subjects.length} of ${WRITERS * SAVES_EACH} saves are there`;
  return `\n${WRITERS} writers × ${SAVES_EACH} saves on one branch: acknowledged in ${saved.toFixed(0)} ms, on the code host after ${pushed.toFixed(0)} ms; ${verdict}`;
}
