import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createToken } from '#features/accounts/server/tokens.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { commitChangesQueue, mergeRemoteQueue, pushBranchQueue } from '#features/changes/server/queues.ts';
import { BACKUP_LIMITS, withStableRefs } from '#platform/server/database/backup-locks.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { untilJobsEnded } from '#testing/until-jobs-ended.ts';
import { importMainQueue } from '../queues.ts';

const run = promisify(execFile);

let server: TestServer;
/** A connection of another process. */
let backup: Database;
let address: string;
let folder: string;
let clone: string;

/** Git as on a user's machine: no configuration, no prompt. */
async function git(args: readonly string[], cwd = clone): Promise<{ isOk: boolean; said: string }> {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.org',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.org',
  };
  try {
    const { stdout, stderr } = await run('git', args, { cwd, env });
    return { isOk: true, said: stdout + stderr };
  } catch (error) {
    return { isOk: false, said: String((error as { stderr?: string }).stderr) };
  }
}

async function tokenOf(role: 'staff' | 'external'): Promise<string> {
  const { token } = await createToken(server.platform, toActor(server.users[role]), { name: 'git', address: 'test' });
  return token;
}

function repository(token: string): string {
  return `${address.replace('http://', `http://anybody:${token}@`)}/git/content.git`;
}

async function commitFile(path: string, text: string | Buffer): Promise<void> {
  await mkdir(join(clone, path, '..'), { recursive: true });
  await writeFile(join(clone, path), text);
  expect(await git(['-c', 'core.protectNTFS=false', 'add', '-A'])).toMatchObject({ isOk: true });
  expect(await git(['-c', 'core.protectNTFS=false', 'commit', '-m', `Add ${path}`])).toMatchObject({ isOk: true });
}

beforeAll(async () => {
  server = await startTestServer();
  backup = await openDatabase({ dataFolder: server.platform.config.dataFolder, databaseUrl: server.databaseUrl });
  address = await server.listen();
  folder = await mkdtemp(join(tmpdir(), 'lessonwright-clone-'));
  clone = join(folder, 'content');
  const cloned = await git(['clone', repository(await tokenOf('staff')), clone], folder);
  if (!cloned.isOk) throw new Error(cloned.said);
});
afterAll(async () => {
  await backup.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('git over HTTP', () => {
  it('clones the content', async () => {
    expect(await readFile(join(clone, 'README.md'), 'utf8')).toContain('# Content');
  });

  it('accepts a branch with a file of several megabytes, which others can fetch', async () => {
    await git(['switch', '-c', 'by-hand', 'origin/main']);
    await commitFile(
      'lessons/500-by-hand/files/big.bin',
      Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7919) % 251)),
    );
    expect(await git(['push', 'origin', 'by-hand'])).toMatchObject({ isOk: true });
    const other = join(folder, 'other');
    expect(await git(['clone', '--branch', 'by-hand', repository(await tokenOf('staff')), other], folder)).toMatchObject({ isOk: true });
    expect((await readFile(join(other, 'lessons/500-by-hand/files/big.bin'))).length).toBe(3_000_000);
    expect(await git(['push', 'origin', '--delete', 'by-hand'])).toMatchObject({ isOk: true });
  });

  it('rejects pushes to main, and explains how to change it', async () => {
    await git(['switch', '-C', 'mine', 'origin/main']);
    await commitFile('README.md', 'Mine');
    for (const args of [['mine:main'], ['--force', 'mine:main'], ['--delete', 'main']]) {
      const pushed = await git(['push', 'origin', ...args]);
      expect(pushed).toMatchObject({ isOk: false, said: expect.stringContaining('open a pull request') });
    }
    expect(await git(['push', 'origin', 'mine:refs/tags/v1'])).toMatchObject({
      isOk: false,
      said: expect.stringContaining('only branches'),
    });
    expect(await server.platform.git.fetchMain()).toMatchObject({ sha: await server.platform.git.head('main') });
  });

  it('accepts pushes to the branch of a release, but does not delete the branch', async () => {
    const lesson = await server.client('staff').createLesson({ body: { sequence: 501, title: 'Here' } });
    const branch = 'drafts/staff-example-org';
    await vi.waitFor(
      async () =>
        expect(await server.client('staff').getLesson({ params: { id: lesson.id } })).toMatchObject({ commit_status: { state: 'pushed' } }),
      { timeout: 300_000, interval: 50 },
    );
    await git(['fetch', 'origin']);
    await git(['switch', '-c', branch, `origin/${branch}`]);
    await commitFile('lessons/501-here/notes.txt', 'From an editor');
    expect(await git(['push', 'origin', branch])).toMatchObject({ isOk: true });
    await git(['commit', '--amend', '-m', 'Another history']);
    expect(await git(['push', '--force', 'origin', branch])).toMatchObject({ isOk: false });
    const deleted = await git(['push', 'origin', '--delete', branch]);
    expect(deleted).toMatchObject({ isOk: false, said: expect.stringContaining('Drafts – Test staff') });
  });

  it('moves no branch while a backup records the branches', async () => {
    // Jobs about the pushes above would wait for the lock, too.
    await untilJobsEnded(server.platform.db, commitChangesQueue, pushBranchQueue, mergeRemoteQueue, importMainQueue);
    const { promise: noted, resolve: note } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { pool } = backup;
    const resting = withStableRefs(pool, { ...BACKUP_LIMITS, holdMs: 120_000 }, async () => {
      begin();
      await noted;
    });
    await begun;
    const listHeads = () => git(['for-each-ref'], join(server.platform.config.dataFolder, 'content.git'));
    const before = await listHeads();
    await git(['switch', '-C', 'held', 'origin/main']);
    const pushing = git(['push', 'origin', 'held']);
    const waiting =
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
    await vi.waitFor(async () => expect((await pool.query(waiting)).rowCount).toBe(1), { timeout: 300_000, interval: 20 });
    expect(await listHeads()).toEqual(before);
    note();
    await resting;
    expect(await pushing).toMatchObject({ isOk: true });
    expect((await listHeads()).said).toContain('refs/heads/held');
  });

  it("refuses a push when it can't take the backup lock", async () => {
    await git(['switch', '-C', 'refused', 'origin/main']);
    // Until the push has ended: jobs take transactions, too.
    const away = vi.spyOn(server.platform.db, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    const pushed = await git(['push', 'origin', 'refused']);
    away.mockRestore();
    expect(pushed).toMatchObject({ isOk: false, said: expect.stringContaining('pre-receive hook declined') });
    expect(await git(['push', 'origin', 'refused'])).toMatchObject({ isOk: true });
  });

  it.each([
    ['a backslash', 'a\\b.txt'],
    ['what means .git elsewhere', 'lessons/1-x/git~1'],
    ['a control character', 'a\u0007b'],
  ])('refuses paths with %s', async (_what, path) => {
    await git(['reset', '--hard']);
    await git(['clean', '-fdx']);
    await git(['switch', '-C', 'bad', 'origin/main']);
    await commitFile(path, 'x');
    const pushed = await git(['push', 'origin', 'bad']);
    expect(pushed).toMatchObject({ isOk: false, said: expect.stringMatching(/The path|hasDotgit|fsck/) });
    expect(await git(['ls-remote', 'origin', 'bad'])).toMatchObject({ isOk: true, said: '' });
  });
});

describe('a push that expands', () => {
  /** The type and size of an object in a pack, or (without a type) a size in a delta. */
  function sizeBytes(size: number, type?: number): number[] {
    const [first, bits] = type === undefined ? [0, 7] : [type << 4, 4];
    const bytes = [first | (size % 2 ** bits)];
    for (let rest = Math.floor(size / 2 ** bits); rest > 0; rest = Math.floor(rest / 128)) {
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
      bytes.push(rest % 128);
    }
    return bytes;
  }

  /** A pack of 16 kB with a blob of 16 MB, and one that is `copies` of it. */
  function expandingPack(copies: number): Buffer {
    const base = Buffer.alloc(0xff_ffff, 'x');
    const delta = Buffer.from([
      ...sizeBytes(base.length),
      ...sizeBytes(copies * base.length),
      // Copies three bytes of length from the beginning.
      ...Array.from({ length: copies }, () => [0xf0, 0xff, 0xff, 0xff]).flat(),
    ]);
    const id = createHash('sha1').update(`blob ${base.length}\0`).update(base).digest();
    const parts = [Buffer.from('PACK\0\0\0\x02\0\0\0\x02', 'latin1'), Buffer.from(sizeBytes(base.length, 3)), deflateSync(base)];
    parts.push(Buffer.from(sizeBytes(delta.length, 7)), id, deflateSync(delta));
    const pack = Buffer.concat(parts);
    return Buffer.concat([pack, createHash('sha1').update(pack).digest()]);
  }

  async function push(branch: string, pack: Buffer): Promise<string> {
    const { said: head } = await git(['rev-parse', 'origin/main']);
    const command = `${'0'.repeat(40)} ${head.trim()} refs/heads/${branch}\0 report-status\n`;
    const line = (command.length + 4).toString(16).padStart(4, '0') + command;
    const reply = await server.inject({
      method: 'POST',
      url: '/git/content.git/git-receive-pack',
      headers: { authorization: `Bearer ${await tokenOf('staff')}`, 'content-type': 'application/x-git-receive-pack-request' },
      payload: Buffer.concat([Buffer.from(`${line}0000`), pack]),
    });
    return reply.body;
  }

  it('is refused with the reason before it takes the memory, and others can push', async () => {
    expect(await push('small', expandingPack(2))).toContain('ok refs/heads/small');
    expect(await push('bomb', expandingPack(100))).toMatch(/unpack .*abnormal exit[^]*ng refs\/heads\/bomb unpacker error/);
    expect(await git(['ls-remote', 'origin', 'bomb'])).toMatchObject({ isOk: true, said: '' });
    expect(await push('after', expandingPack(3))).toContain('ok refs/heads/after');
  });
});

describe('refused users', () => {
  const refs = '/git/content.git/info/refs?service=git-upload-pack';
  const basic = (password: string) => `Basic ${Buffer.from(`x:${password}`).toString('base64')}`;

  it.each([undefined, 'Basic', 'Basic ???', basic('lw_wrong'), 'Bearer lw_wrong', basic('')])(
    'is turned away with %j, and asked to sign in',
    async (authorization) => {
      const reply = await server.inject({ url: refs, headers: authorization === undefined ? {} : { authorization } });
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([401, 'Basic realm="Lessonwright", charset="UTF-8"']);
    },
  );

  it.each([
    ['GET', '/git/working.git/info/refs?service=git-upload-pack', 404],
    ['GET', '/git/content.git/config', 404],
    ['GET', '/git/content.git/HEAD', 404],
    ['GET', '/git/content.git/../working.git/info/refs?service=git-upload-pack', 404],
    ['GET', '/git/content.git/info/refs', 403],
    ['GET', '/git/content.git/info/refs?service=git-shell', 403],
    ['POST', '/git/content.git/git-receive-pack', 400],
  ] as const)('%s %s answers %i', async (method, url, status) => {
    const headers = { authorization: basic(await tokenOf('staff')), 'content-type': 'application/x-git-receive-pack-request' };
    const reply = await server.inject({ method, url, headers, ...(method === 'POST' ? { payload: 'nonsense' } : {}) });
    // Without built pages an unknown page returns 503.
    expect([status, status === 404 ? 503 : status]).toContain(reply.statusCode);
    expect(reply.body).not.toContain('[core]');
  });

  it('cannot exceed the size limit with compression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, '1'));
    const reply = await server.inject({
      method: 'POST',
      url: '/git/content.git/git-receive-pack',
      headers: {
        authorization: basic(await tokenOf('staff')),
        'content-type': 'application/x-git-receive-pack-request',
        'content-encoding': 'gzip',
      },
      payload: bomb,
    });
    expect(reply.statusCode).toBe(400);
  });
});
