import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { startChangeWorkers } from '#features/changes/server/workers.ts';
import { ContentGit } from '#features/git/server/content-git.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { openChangeParts } from './change-parts.ts';
import { folderTemplate } from './database.ts';

// Processes that are killed between a save and the remote. After the next start, everything they
// acknowledged must be in git exactly once, and pushed.

const PROGRAM = join(import.meta.dirname, 'programs/save-and-die.ts');

const MOVE_PROGRAM = join(import.meta.dirname, 'programs/move-and-die.ts');

/** A data folder as after the first start, but with an empty database. */
async function freshFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'lessonwright-crash-'));
  cpSync(await folderTemplate(), join(path, DATABASE_FOLDER), { recursive: true });
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Runs the program until it dies; returns what it acknowledged. `onLine` may kill it. */
async function saveAndDie(
  folder: string,
  count: number,
  dieAt: string,
  onLine: (lines: number, kill: () => void) => void = () => {},
): Promise<string[]> {
  const child = spawn(process.execPath, [PROGRAM, folder, String(count), dieAt], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  const closed = once(child, 'close');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine(lines.length, () => child.kill('SIGKILL'));
  }
  const [, signal] = (await closed) as [number | null, string | null];
  expect({ signal, lines }).toMatchObject({ signal: 'SIGKILL' });
  return lines;
}

/** Starts the workers on the folder again and waits until nothing is open; returns the states by uuid. */
async function restart(folder: string): Promise<Map<string, string>> {
  const parts = await openChangeParts(folder);
  try {
    await startChangeWorkers(parts);
    for (;;) {
      const rows = await parts.db.selectFrom('changes').select(['uuid', 'state']).execute();
      if (rows.every((row) => row.state === 'pushed')) return new Map(rows.map((row) => [row.uuid, row.state]));
      await sleep(100);
    }
  } finally {
    await parts.close();
  }
}

/** The change ids in the commits of the drafts branch, as a clone of the repository shows them. */
async function changeIdsInGit(folder: string): Promise<string[]> {
  const content = new GitRepository(join(folder, 'content.git'));
  await content.run(['fsck', '--strict']);
  const log = await content.text(['log', '--format=%(trailers:key=Change-Id,valueonly)', 'main..drafts/ada-example-org']);
  return log.split('\n').filter((line) => line !== '');
}

async function expectAllThereOnce(folder: string, acknowledged: readonly string[]): Promise<void> {
  const states = await restart(folder);
  expect(acknowledged.filter((uuid) => states.get(uuid) !== 'pushed')).toEqual([]);
  const inGit = await changeIdsInGit(folder);
  expect(inGit.toSorted()).toEqual([...states.keys()].toSorted());
}

/** Kills a process of five saves at a step (`lessonwright:changes`, `lessonwright:git-commit`), and expects that nothing is lost. */
export async function surviveStep(step: string): Promise<void> {
  await using folder = await freshFolder();
  const acknowledged = await saveAndDie(folder.path, 5, step);
  expect(acknowledged).toHaveLength(5);
  await expectAllThereOnce(folder.path, acknowledged);
  const content = new GitRepository(join(folder.path, 'content.git'));
  expect(await content.text(['show', 'drafts/ada-example-org:lessons/901-crash/lesson.yaml'])).toContain('Title 5');
}

/** Lets a hook of the remote kill the process that pushes five saves. */
export async function survivePush(hook: 'pre-receive' | 'post-receive'): Promise<void> {
  await using folder = await freshFolder();
  const git = await ContentGit.open({ dataFolder: folder.path, sampleFolder: null, log: { info() {}, warn() {} } });
  await git.close();
  const hooks = join(folder.path, 'content.git/hooks');
  await mkdir(hooks);
  const end = hook === 'pre-receive' ? 'exit 1' : 'exit 0';
  await writeFile(join(hooks, hook), `#!/bin/sh\nkill -9 $(cat '${folder.path}/pid')\n${end}\n`, { mode: 0o755 });
  const acknowledged = await saveAndDie(folder.path, 5, '');
  await rm(hooks, { recursive: true });
  await expectAllThereOnce(folder.path, acknowledged);
}

/** Kills a process that moves a lesson to another branch, which commits one of the two branches first. */
export async function surviveMove(first: 'old' | 'new', dieAt: string): Promise<void> {
  await using folder = await freshFolder();
  const child = spawn(process.execPath, [MOVE_PROGRAM, folder.path, first, dieAt], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  const states = await restart(folder.path);
  const content = new GitRepository(join(folder.path, 'content.git'));
  const log = await content.text(['log', '--format=%(trailers:key=Change-Id,valueonly)', '--branches']);
  const ids = log.split('\n').filter((line) => line !== '');
  expect(ids.toSorted()).toEqual([...states.keys()].toSorted());
  expect(await content.text(['show', 'drafts/ben-example-org:lessons/901-moved/lesson.yaml'])).toContain('Before');
  expect(await content.text(['ls-tree', '-r', 'drafts/ada-example-org', '--', 'lessons/901-moved'])).toBe('');
  const subjects = await content.text(['log', '--format=%s', 'main..drafts/ada-example-org']);
  expect(subjects.split('\n').filter((line) => line !== '')).toEqual(['Move away', 'Still queued', 'Before']);
}

/** Kills a process after this many saves, with the workers behind them. */
export async function surviveSaves(count: number): Promise<void> {
  await using folder = await freshFolder();
  const acknowledged = await saveAndDie(folder.path, 10_000, 'workers', (lines, kill) => lines === count && kill());
  expect(acknowledged.length).toBeGreaterThanOrEqual(count);
  await expectAllThereOnce(folder.path, acknowledged);
}
