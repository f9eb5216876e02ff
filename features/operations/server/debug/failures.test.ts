import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { measureFolders } from './count-storage.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasWorkers: false });
});
afterAll(() => server.close());

describe('what failed lately', () => {
  it('has runs, jobs, deploys and builds with their reasons, newest first', async () => {
    const { db } = server.platform;
    const client = server.client('staff');
    expect(await client.listFailures()).toEqual([]);
    const { id } = await client.createLesson({ body: { sequence: 7, title: 'Loops' } });
    const { newScreenId: screen } = await client.createScreen({ params: { id }, body: { sequence: 1 } });
    const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));
    const user = server.users.staff.id;
    await sql`insert into runs (id, user_id, lesson_id, screen_id, runner_name, session_id, state, error, created_at, finished_at)
      values (gen_random_uuid(), ${user}, ${id}, ${screen}, 'one', 'x', 'lost', 'The runner went away.', ${at(1)}, ${at(4)})`.execute(db);
    await sql`insert into deploys (lesson_id, build_number, target, status, error, started_at, finished_at)
      values (${id}, 1, 'built-in', 'failed', 'The lesson has no screens.', ${at(1)}, ${at(3)})`.execute(db);
    await sql`insert into builds (lesson_id, environment_hash, state, error, started_at, finished_at)
      values (${id}, 'x', 'failed', 'No such package.', ${at(1)}, ${at(2)})`.execute(db);
    await sql`insert into pgboss.job (name, data, state, output, created_on, completed_on)
      values ('push-branch', '{}', 'failed', '{"message": "no space left on device", "stack": "…"}', ${at(0)}, ${at(1)})`.execute(db);
    expect((await client.listFailures()).map(({ kind, name, lesson_id, reason }) => ({ kind, name, lesson_id, reason }))).toEqual([
      { kind: 'run', name: 'one', lesson_id: id, reason: 'The runner went away.' },
      { kind: 'deploy', name: '1', lesson_id: id, reason: 'The lesson has no screens.' },
      { kind: 'build', name: expect.stringMatching(/^\d+$/), lesson_id: id, reason: 'No such package.' },
      { kind: 'job', name: 'push-branch', lesson_id: null, reason: 'no space left on device' },
    ]);
  });
});

describe('the use of storage', () => {
  it('lists lessons and datasets by the size of their files', async () => {
    const client = server.client('staff');
    const { db } = server.platform;
    for (const [sequence, size] of [
      [11, 2_000],
      [12, 3_000],
    ] as const) {
      const { id } = await client.createLesson({ body: { sequence, title: `Lesson ${sequence}` } });
      await sql`insert into lesson_files (lesson_id, kind, file_name, sha256, size) values (${id}, 'data', 'a.csv', repeat('a', 64), ${size}),
        (${id}, 'data', 'b.csv', repeat('b', 64), 1)`.execute(db);
    }
    const { lessons, datasets } = await client.getStorageUse();
    expect(lessons.map(({ title, files, bytes }) => [title, files, bytes])).toEqual([
      ['Lesson 12', 2, 3_001],
      ['Lesson 11', 2, 2_001],
    ]);
    expect(datasets).toEqual([]);
  });

  it('measures the folders of the runner, largest first', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lessonwright-measure-'));
    try {
      await mkdir(join(folder, 'blobs'));
      await mkdir(join(folder, 'environments/one'), { recursive: true });
      await writeFile(join(folder, 'blobs/a'), Buffer.alloc(10_000));
      await writeFile(join(folder, 'environments/one/b'), Buffer.alloc(500_000));
      const measured = await measureFolders(folder);
      expect(measured.map(({ name }) => name)).toEqual(['environments', 'blobs']);
      expect(measured[0]?.bytes).toBeGreaterThanOrEqual(500_000);
      expect(await measureFolders(join(folder, 'nowhere'))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
