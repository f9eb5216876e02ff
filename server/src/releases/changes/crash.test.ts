import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DATABASE_FOLDER } from '#server/platform/database/database.ts';
import { ContentGit } from '#server/platform/git/content-git.ts';
import { GitRepository } from '#server/platform/git/git.ts';
import { openChangeParts } from '#testing/change-parts.ts';
import { folderTemplate } from '#testing/database.ts';
import { startChangeWorkers } from './workers.ts';

// Processes that are killed at every step between a save and the remote. After the next start, everything they
// acknowledged must be in git exactly once, and pushed.

const PROGRAM = resolve(import.meta.dirname, '../../../../testing/programs/save-and-die.ts');

const MOVE_PROGRAM = resolve(import.meta.dirname, '../../../../testing/programs/move-and-die.ts');

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

describe('a process killed between a save and its push', () => {
  it.each(['read', 'written', 'branch-moved', 'marked-committed', 'pushed', 'marked-pushed'])('at the step: %s', async (step) => {
    await using folder = await freshFolder();
    const acknowledged = await saveAndDie(folder.path, 5, step);
    expect(acknowledged).toHaveLength(5);
    await expectAllThereOnce(folder.path, acknowledged);
    const head = await new GitRepository(join(folder.path, 'content.git')).text([
      'show',
      'drafts/ada-example-org:lessons/901-crash/lesson.yaml',
    ]);
    expect(head).toContain('Title 5');
  });

  it.each([
    ['before the remote took it', 'pre-receive', 'exit 1'],
    ['after the remote took it', 'post-receive', 'exit 0'],
  ])('in the middle of a push, %s', async (_, hook, end) => {
    await using folder = await freshFolder();
    const git = await ContentGit.open({ dataFolder: folder.path, sampleFolder: null, log: { info() {}, warn() {} } });
    await git.close();
    const hooks = join(folder.path, 'content.git/hooks');
    await mkdir(hooks);
    await writeFile(join(hooks, hook), `#!/bin/sh\nkill -9 $(cat '${folder.path}/pid')\n${end}\n`, { mode: 0o755 });
    const acknowledged = await saveAndDie(folder.path, 5, '');
    await rm(hooks, { recursive: true });
    await expectAllThereOnce(folder.path, acknowledged);
  });

  it.each([
    ['old', 'new:read'],
    ['new', 'old:read'],
  ])('after a lesson was moved to another branch: the %s one first, at %s', async (first, dieAt) => {
    await using folder = await freshFolder();
    const child = spawn(process.execPath, [MOVE_PROGRAM, folder.path, first, dieAt], { stdio: ['ignore', 'ignore', 'inherit'] });
    expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
    const states = await restart(folder.path);
    const content = new GitRepository(join(folder.path, 'content.git'));
    const log = await content.text(['log', '--format=%(trailers:key=Change-Id,valueonly)', '--branches']);
    expect(
      log
        .split('\n')
        .filter((line) => line !== '')
        .toSorted(),
    ).toEqual([...states.keys()].toSorted());
    expect(await content.text(['show', 'drafts/ben-example-org:lessons/901-moved/lesson.yaml'])).toContain('Before');
    expect(await content.text(['ls-tree', '-r', 'drafts/ada-example-org', '--', 'lessons/901-moved'])).toBe('');
    const subjects = await content.text(['log', '--format=%s', 'main..drafts/ada-example-org']);
    expect(subjects.split('\n').filter((line) => line !== '')).toEqual(['Move away', 'Still queued', 'Before']);
  });

  it('in the middle of 200 saves, with the workers behind them', async () => {
    await using folder = await freshFolder();
    const acknowledged = await saveAndDie(folder.path, 10_000, 'workers', (lines, kill) => lines === 200 && kill());
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    await expectAllThereOnce(folder.path, acknowledged);
  }, 240_000);
});
