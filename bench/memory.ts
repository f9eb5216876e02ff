import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import { ApiError, type Client } from '#platform/contract/client.ts';
import { freePort, signUpOwner } from '#testing/real-server.ts';
import { memoryOfTree, totalOf, type ProcessMemory } from './processes.ts';
import { bareServer, settingsOf, setupToken, StartedProgram } from './product.ts';
import { openRunScreen } from './run-screen.ts';

export interface MemoryOptions {
  /** After the start, and after the work, before measuring memory. */
  readonly idleSeconds: number;
  readonly saves: number;
  readonly runs: number;
  readonly previews: number;
}

/** `LESSONWRIGHT_BENCH_IDLE=20 LESSONWRIGHT_BENCH_WORK=100 npm run bench -- memory`: a quick run. */
const setting = (name: string, whenAbsent: number) => Number(process.env[`LESSONWRIGHT_BENCH_${name}`] ?? whenAbsent);
const WORK = setting('WORK', 1_000);
const WHOLE: MemoryOptions = { idleSeconds: setting('IDLE', 300), saves: WORK, runs: WORK, previews: Math.ceil(WORK / 5) };
const GOALS = { allMb: 400, serverMb: 180, growth: 1.25 };
const TOO_MANY_CALLS = 429;

/** Memory of all processes of the product (PSS): idle after starting with the sample content, and idle again after work. */
export async function measureMemory(options: MemoryOptions = WHOLE): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-memory-'));
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const command = [
      'sh',
      'scripts/run.sh',
      'product',
      'web',
      'server',
      'supervised',
      '--',
      '--max-semi-space-size=4',
      'dist/server/main.js',
    ];
    await using product = await StartedProgram.start(command, `${url}/api/health`, settingsOf(folder, port));
    await sleep(options.idleSeconds * 1000);
    const before = await memoryOfTree(product.pid);
    const client = await signUpOwner(url, await setupToken(folder));
    await work(client, options);
    await sleep(options.idleSeconds * 1000);
    const after = await memoryOfTree(product.pid);
    await using bare = await bareServer(await freePort());
    const baseline = totalOf(await memoryOfTree(bare.pid));
    return [...describe(`idle for ${options.idleSeconds} s`, before, baseline), ...afterWork(options, before, after, baseline)].join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function afterWork(options: MemoryOptions, before: ProcessMemory[], after: ProcessMemory[], baseline: number): string[] {
  const growth = totalOf(after) / totalOf(before);
  const done = `after ${options.saves} saves, ${options.runs} runs and ${options.previews} previews`;
  return [
    ...describe(`${done}, idle for ${options.idleSeconds} s`, after, baseline),
    `growth: ${growth.toFixed(2)} × (goal ${GOALS.growth} ×)`,
  ];
}

function describe(when: string, processes: ProcessMemory[], baseline: number): string[] {
  const all = totalOf(processes);
  const server = processes.find(({ name }) => name.endsWith('main.js'))?.megabytes ?? Number.NaN;
  return [
    `\nMemory (PSS), ${when}: ${all.toFixed(0)} MB in all (goal ${GOALS.allMb}), ${(all / baseline).toFixed(1)} × a server that only answers;` +
      ` the server ${server.toFixed(0)} MB (goal ${GOALS.serverMb})`,
    ...processes.map(({ pid, name, megabytes }) => `${megabytes.toFixed(1).padStart(8)} MB  ${String(pid).padStart(7)}  ${name}`),
  ];
}

async function work(client: Client<Api>, { saves, runs, previews }: MemoryOptions): Promise<void> {
  const run = await openRunScreen(client, { sequence: 900_002, language: 'python' });
  const { id } = await client.createLesson({ body: { sequence: 900_001, title: 'Measured' } });
  const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId: newScreenId };
  for (let index = 0; index < saves; index += 1) {
    const body_markdown = `Version ${index}\n\n${'A line of text as authors write them, with $x^2$ and `code`.\n'.repeat(60)}`;
    await patiently(() => client.saveScreen({ params, body: { body_markdown } }));
  }
  for (let index = 0; index < runs; index += 1) await patiently(() => run(`x = ${index}\n`));
  const address = await openBuild(client, id);
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

/** Retries calls that exceed the limit of calls per minute and person. */
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
