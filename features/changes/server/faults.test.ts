import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { toActor } from '#features/accounts/server/users.ts';
import { ContentGit } from '#features/git/server/content-git.ts';
import { GitRepository } from '#features/git/server/git.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { ensureDraftsRelease, forgetRemoteBranch, getRelease } from '#features/releases/server/releases.ts';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { openChangeParts } from '#testing/change-parts.ts';
import { folderTemplate } from '#testing/database.ts';
import { buildUser } from '#testing/factories.ts';
import { startFaultyHost, type FaultyHost } from '#testing/faulty-host.ts';
import { commitElsewhere } from '#testing/foreign-commit.ts';
import { recordChange } from './changes.ts';
import { startChangeWorkers } from './workers.ts';

// A real git remote over HTTP that fails in every possible way, with the real workers running. Each time a save is
// acknowledged and committed, its state and the text beside it are correct, and once the remote recovers it is pushed
// without any help.

const BRANCH = 'drafts/ada-example-org';
const LESSON = 'lessons/901-faults';
const HEALED = { timeout: 300_000, interval: 200 };

// The queue retries after increasing pauses.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let host: FaultyHost;
let parts: Awaited<ReturnType<typeof openChangeParts>>;
let releaseId: number;
let content: GitRepository;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-faults-'));
  cpSync(await folderTemplate(), join(folder, DATABASE_FOLDER), { recursive: true });
  // The remote is a repository like the built-in one, accessed like another machine's.
  await (await ContentGit.open({ dataFolder: folder, sampleFolder: null, log: { info() {}, warn() {} } })).close();
  await rm(join(folder, 'working.git'), { recursive: true });
  mkdirSync(join(folder, 'host'));
  renameSync(join(folder, 'content.git'), join(folder, 'host/content.git'));
  content = new GitRepository(join(folder, 'host/content.git'));
  await content.run(['config', 'http.receivepack', 'true']);
  host = await startFaultyHost(join(folder, 'host'));
  parts = await openChangeParts(folder, { address: `${host.address}/content.git`, limitMs: 6_000 });
  const actor = toActor(await buildUser(parts.db, { email: 'ada@example.org', name: 'Ada' }));
  releaseId = (await ensureDraftsRelease(parts, actor)).id;
  await startChangeWorkers(parts);
  await save();
  await healed();
});
afterAll(async () => {
  host.fault = 'none';
  await parts?.close();
  await host[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A save as the product stores it: acknowledged once this resolves. */
async function save(): Promise<string> {
  const title = `Title ${++count}`;
  await parts.db.transaction().execute((tx) =>
    recordChange(tx, parts, {
      release_id: releaseId,
      lesson_id: null,
      screen_id: null,
      actor: null,
      message: title,
      summary: title,
      content: {
        folder: '901-faults',
        lesson: {
          uuid: '00000000-0000-4000-8000-000000000001',
          sequence: 901,
          fields: emptyLessonFields({ title, author: 'Ada' }),
          packages: [],
          packages_lock: null,
          datasets: [],
          accepted: [],
          data_files: [],
          images: [],
        },
      },
    }),
  );
  return title;
}

const states = async () => (await parts.db.selectFrom('changes').select('state').orderBy('id').execute()).map(({ state }) => state);

/**
 * Waits for the banner's text. Nothing that is held up may be reported as pushed. A push that an earlier test left may fail, too,
 * before the last save is committed.
 */
async function heldUp(text: RegExp): Promise<void> {
  await vi.waitFor(async () => {
    expect((await getRelease(parts.db, releaseId)).push_error).toMatch(text);
    expect((await states()).at(-1)).toBe('committed');
  }, HEALED);
}

/** Waits until everything is pushed and no error is reported; then every save is on the remote's branch, in order. */
async function healed(): Promise<void> {
  await vi.waitFor(async () => {
    expect((await states()).every((state) => state === 'pushed')).toBe(true);
    expect(await getRelease(parts.db, releaseId)).toMatchObject({ push_error: null, commit_error: null, deleted_remotely_at: null });
  }, HEALED);
  expect(await content.text(['show', `${BRANCH}:${LESSON}/lesson.yaml`])).toContain(`Title ${count}`);
  const subjects = (await content.text(['log', '--reverse', '--no-merges', '--format=%s', BRANCH])).split('\n');
  expect(subjects.filter((subject) => subject.startsWith('Title '))).toEqual(
    Array.from({ length: count }, (_, index) => `Title ${index + 1}`),
  );
}

it.each([
  ['is down', 'down', /^The code host cannot be reached: /],
  ['answers after the limit', 'hang', /^The code host cannot be reached: .*longer than 6 s/],
  ['says 403', 'forbid', /^The code host rejected the credentials: the token lacks permission/],
  ['hangs up in the middle of a push', 'cut', /^The code host cannot be reached: /],
] as const)('a remote that %s', async (_, fault, text) => {
  host.fault = fault;
  await save();
  await heldUp(text);
  await save();
  expect(host.failed()).toBeGreaterThan(0);
  host.fault = 'none';
  await healed();
});

it('a remote that another user pushed to', async () => {
  await commitElsewhere(content.directory, BRANCH, { 'README.md': 'Hello\n', [`${LESSON}/NOTES.txt`]: 'unknown' });
  await save();
  await healed();
  expect(await content.text(['show', `${BRANCH}:README.md`])).toBe('Hello');
  expect(await content.text(['show', `${BRANCH}:${LESSON}/NOTES.txt`])).toBe('unknown');
});

it('a remote that another user force-pushed to', async () => {
  await commitElsewhere(content.directory, BRANCH, { 'OTHER.md': 'theirs\n' }, { onto: await content.text(['rev-parse', 'main']) });
  await save();
  await healed();
  expect(await content.text(['show', `${BRANCH}:OTHER.md`])).toBe('theirs');
});

it('a remote that lost the branch: reports since when, and recreates it on request', async () => {
  await content.run(['update-ref', '-d', `refs/heads/${BRANCH}`]);
  await save();
  await heldUp(/^The branch drafts\/ada-example-org was deleted on the code host\. The commits are kept here\.$/);
  expect((await getRelease(parts.db, releaseId)).deleted_remotely_at).toBeInstanceOf(Date);
  await forgetRemoteBranch(parts.db, releaseId);
  await healed();
});

/** Mounts a folder of objects on an almost full disk; null if this process may not mount. */
function fillDisk(directory: string): { free(): void; unmount(): void } | null {
  const objects = join(directory, 'objects');
  const copy = `${objects}.copy`;
  cpSync(objects, copy, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', objects], { stdio: 'ignore' });
  } catch {
    rmSync(copy, { recursive: true });
    return null;
  }
  cpSync(copy, objects, { recursive: true });
  const filler = join(objects, 'filler');
  try {
    writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024));
  } catch {
    // The disk is full now.
  }
  return {
    free: () => rmSync(filler),
    unmount() {
      cpSync(objects, copy, { recursive: true });
      execFileSync('umount', ['-l', objects]);
      cpSync(copy, objects, { recursive: true });
      rmSync(copy, { recursive: true });
    },
  };
}

it('a remote whose disk is full', async (context) => {
  const disk = fillDisk(content.directory);
  if (!disk) return context.skip('needs to mount a tmpfs');
  try {
    await save();
    await heldUp(/^The code host /);
    disk.free();
    await healed();
  } finally {
    disk.unmount();
  }
});

it('a full local disk: saves, reports, and commits once there is space', async (context) => {
  const disk = fillDisk(join(folder, 'working.git'));
  if (!disk) return context.skip('needs to mount a tmpfs');
  try {
    await save();
    await vi.waitFor(async () => expect((await getRelease(parts.db, releaseId)).commit_error).toMatch(/^The disk is full/), HEALED);
    expect((await states()).at(-1)).toBe('saved');
    disk.free();
    await healed();
  } finally {
    disk.unmount();
  }
});
