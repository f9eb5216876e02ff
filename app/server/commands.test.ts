import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { createTestDatabase } from '#testing/database.ts';
import { buildUser } from '#testing/factories.ts';
import { startGitHttpServer } from '#testing/git-http-server.ts';
import { startSmtpServer } from '#testing/smtp-server.ts';
import { startTestServer, type TestServer } from '#testing/test-server.ts';
import { runAdministratorCommand } from './commands.ts';

const PASSWORD = 'correct horse battery';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await buildUser(server.platform.db, { email: 'ada@example.org', name: 'Ada', password: PASSWORD });
});
afterAll(() => server.close());

/** Returns what a command prints for the running server. */
async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const env = { LESSONWRIGHT_DATA: server.platform.config.dataFolder, DATABASE_URL: server.databaseUrl };
  expect(await runAdministratorCommand(args, env, (line) => lines.push(line))).toBe(true);
  return lines.join('\n');
}

describe('the commands', () => {
  it('create a token, whatever the case of the address', async () => {
    const client = server.clientWith({ authorization: `Bearer ${await run('token', 'Ada@example.org', 'backup')}` });
    expect(await client.getUser()).toMatchObject({ email: 'ada@example.org' });
    expect(await client.listTokens()).toMatchObject([{ name: 'backup' }]);
  });

  it('create a link for choosing a new password', async () => {
    const token = (await run('invite', 'ada@example.org')).split('/').at(-1);
    expect((await server.inject(`/api/login/invitation/${token}`)).json()).toEqual({ email: 'ada@example.org', name: 'Ada' });
  });

  it('unlock an account of a running server', async () => {
    let count = 0;
    // From another address each time, because each address has its own limit.
    const signIn = async (password: string) => {
      const payload = { email: 'ada@example.org', password };
      return (await server.inject({ method: 'POST', url: '/api/login/password', payload, remoteAddress: `10.0.0.${(count += 1)}` }))
        .statusCode;
    };
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await signIn('wrong')).toBe(422);
    expect(await signIn(PASSWORD)).toBe(429);
    expect(await run('unlock', 'ada@example.org')).toBe('ada@example.org can sign in again.');
    // The server is notified a moment later.
    await expect.poll(() => signIn(PASSWORD)).toBe(200);
  });

  it('list the people, and change their roles', async () => {
    await buildUser(server.platform.db, { email: 'bo@example.org', name: 'Bo', role: 'staff' });
    await buildUser(server.platform.db, { email: 'new@example.org', name: null, role: 'external' });
    expect(await run('role', 'bo@example.org', 'owner')).toBe('bo@example.org has the role Owner now.');
    const people = await run('people');
    expect(people).toMatch(/^owner {5}bo@example\.org +Bo$/m);
    expect(people).toMatch(/^external {2}new@example\.org +has not joined$/m);
    await expect(run('revoke', 'bo@example.org')).rejects.toThrow('Run "role bo@example.org staff" first');
    await run('role', 'bo@example.org', 'staff');
    expect(await run('people')).toMatch(/^staff {5}bo@example\.org/m);
  });

  it('revoke the access of a person, whose open pages are closed at once', async () => {
    const user = await buildUser(server.platform.db, { email: 'eve@example.org', name: 'Eve', role: 'staff' });
    const ended = new Promise<number>((resolve) => server.platform.live.onEndedUser(resolve));
    const client = server.clientWith({ authorization: `Bearer ${await run('token', 'eve@example.org')}` });
    expect(await run('revoke', 'eve@example.org')).toBe('eve@example.org no longer has access. What this person wrote is kept.');
    expect(await ended).toBe(user.id);
    await expect(client.getUser()).rejects.toMatchObject({ status: 401 });
    expect(await run('people')).not.toContain('eve@example.org');
  });

  it('print help for all of them and for one', async () => {
    expect(await run('--help')).toContain('\n  verify <file>\n');
    expect(await run('backup', '--help')).toMatch(/^node app\/server\/command-line\.ts backup <file>\n/);
  });

  it.each([
    [[], 'command-line.ts <command>'],
    [['invite', 'ada@example.org', 'extra'], 'command-line.ts invite <email>'],
    [['role', 'ada@example.org', 'external'], 'command-line.ts role <email> <owner|lead|staff|reviewer|author>'],
    [['backup'], 'command-line.ts backup <file>'],
    [['backup', '--now', 'a.zip'], "Unknown option '--now'"],
    [['move'], 'command-line.ts move [--database'],
    [['move', '--database-file', '/nosuch'], 'ENOENT'],
    [['test-email', 'ada@example.org'], 'LESSONWRIGHT_SMTP_URL is not set'],
    [['move', '--blobs', 'elsewhere'], '[--blobs <s3|folder>]'],
    [['token', 'nobody@example.org'], 'No user with access has the address nobody@example.org.'],
    [['delete', 'ada@example.org'], 'command-line.ts <command>'],
    [['constructor'], 'command-line.ts <command>'],
  ])('report what is wrong: %j', async (args, text) => {
    await expect(run(...args)).rejects.toThrow(text);
  });
});

describe('check-config', () => {
  let parent: string;
  let dataFolder: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'check-config-'));
    dataFolder = join(parent, 'data');
  });
  afterAll(() => rm(parent, { recursive: true }));

  async function check(env: Readonly<Record<string, string>>): Promise<{ isFine: boolean; text: string }> {
    let text = '';
    const settings = { PORT: '0', LESSONWRIGHT_DATA: dataFolder, LESSONWRIGHT_LOCAL_RUNNER: '0', ...env };
    const isFine = await runAdministratorCommand(['check-config'], settings, (line) => (text += `${line}\n`));
    return { isFine, text };
  }

  it('checks good settings, and creates nothing', async () => {
    const { isFine, text } = await check({});
    expect(isFine).toBe(true);
    expect(text).toContain(`ok      The data folder is ${dataFolder}.\n`);
    expect(text).not.toMatch(/^(?!ok |$)/m);
    expect([existsSync(dataFolder), existsSync(join(dataFolder, DATABASE_FOLDER))]).toEqual([false, false]);
  });

  it('reports unknown settings, and a database and a bucket that do not respond', async () => {
    const { isFine, text } = await check({
      LESSONWRIGHT_PUBLIC_ULR: 'https://lessons.example.org',
      LESSONWRIGHT_S3_BUCKET: 'nothing-there',
      LESSONWRIGHT_S3_ENDPOINT: 'http://127.0.0.1:1',
      LESSONWRIGHT_S3_ACCESS_KEY: 'key',
      LESSONWRIGHT_S3_SECRET: 'not-a-secret',
      DATABASE_URL: 'postgresql://127.0.0.1:1/lessons',
    });
    expect(isFine).toBe(false);
    expect(text).toContain('error   LESSONWRIGHT_PUBLIC_ULR is not a setting and has no effect. Did you mean LESSONWRIGHT_PUBLIC_URL?\n');
    expect(text).toMatch(/^error {3}PostgreSQL at 127\.0\.0\.1:1\/lessons cannot be used: .* Check DATABASE_URL\.$/m);
    expect(text).toMatch(/^error {3}LESSONWRIGHT_S3_BUCKET: The file store .* cannot be reached/m);
  });

  it('connects to the code host and the mail server', async () => {
    const { isFine, text } = await check({
      LESSONWRIGHT_CODE_HOST: 'gitea',
      LESSONWRIGHT_CODE_HOST_REPOSITORY: 'http://127.0.0.1:1/team/lessons',
      LESSONWRIGHT_CODE_HOST_TOKEN: 'a-token-of-the-host',
      LESSONWRIGHT_SMTP_URL: 'smtp://127.0.0.1:1',
      LESSONWRIGHT_SMTP_FROM: 'lessons@example.org',
    });
    expect(isFine).toBe(false);
    expect(text).toMatch(
      /^error {3}The code host \(LESSONWRIGHT_CODE_HOST=gitea, http:\/\/127\.0\.0\.1:1\/team\/lessons\) cannot be used: .*connect/m,
    );
    expect(text).toMatch(/^warning LESSONWRIGHT_SMTP_URL: 127\.0\.0\.1:1 takes no email: .*ECONNREFUSED/m);
    expect(text).not.toContain('a-token');
  });

  it('accepts a code host and a mail server that respond', async () => {
    const token = 'a-token-of-the-host';
    const repositories = join(parent, 'repositories');
    execFileSync('git', ['init', '--quiet', '--bare', join(repositories, 'team/lessons.git')]);
    const authorization = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
    await using host = await startGitHttpServer(repositories, authorization);
    const codeHost = {
      LESSONWRIGHT_CODE_HOST: 'gitea',
      LESSONWRIGHT_CODE_HOST_REPOSITORY: `${host.address}/team/lessons`,
    };
    const mail = await startSmtpServer();
    try {
      const refused = await check({ ...codeHost, LESSONWRIGHT_CODE_HOST_TOKEN: 'a-wrong-token' });
      expect([refused.isFine, refused.text]).toEqual([false, expect.stringMatching(/^error {3}The code host .* cannot be used: /m)]);
      const smtp = { LESSONWRIGHT_SMTP_URL: mail.url, LESSONWRIGHT_SMTP_FROM: 'lessons@example.org' };
      const { isFine, text } = await check({ ...codeHost, LESSONWRIGHT_CODE_HOST_TOKEN: token, ...smtp });
      expect([isFine, text]).toEqual([true, expect.stringContaining('ok      The code host responds and accepts the credentials.\n')]);
      expect(text).toContain('ok      The mail server responds.');
      expect(mail.emails).toEqual([]);
      const lines: string[] = [];
      const env = { LESSONWRIGHT_DATA: dataFolder, ...smtp };
      expect(await runAdministratorCommand(['test-email', 'ada@example.org'], env, (line) => lines.push(line))).toBe(true);
      expect(mail.emails).toMatchObject([{ from: 'lessons@example.org', to: ['ada@example.org'] }]);
      expect(lines).toEqual([expect.stringContaining('took the email to ada@example.org.')]);
      mail.refuse('no such mailbox');
      await expect(runAdministratorCommand(['test-email', 'eve@example.org'], env, () => undefined)).rejects.toThrow('no such mailbox');
    } finally {
      await mail.close();
    }
  });

  it('tries whether the role of the database may create tables, and leaves nothing behind', async () => {
    const database = await createTestDatabase();
    const { db } = database;
    try {
      const name = new URL(database.databaseUrl).pathname.slice(1);
      await sql`create role reader_of_${sql.raw(name)} login`.execute(db);
      const url = new URL(database.databaseUrl);
      url.username = `reader_of_${name}`;
      const { isFine, text } = await check({ DATABASE_URL: url.href });
      expect(isFine).toBe(false);
      expect(text).toMatch(/^error {3}The role of DATABASE_URL cannot create tables: permission denied for schema public\./m);
      expect((await check({ DATABASE_URL: database.databaseUrl })).text).toContain(
        'ok      The database responds, and its role may create tables.\n',
      );
      const { rows } = await sql`select from pg_tables where tablename = 'lessonwright_check'`.execute(db);
      expect(rows).toEqual([]);
      await sql`drop role reader_of_${sql.raw(name)}`.execute(db);
    } finally {
      await database.close();
    }
  });

  it.each([
    [
      { LESSONWRIGHT_POSTGRES: 'shared_buffers=lots' },
      /^error {3}LESSONWRIGHT_POSTGRES: invalid value for parameter "shared_buffers": "lots"\.$/m,
    ],
    [
      { LESSONWRIGHT_POSTGRES: 'shared_bufers=1MB' },
      /^error {3}LESSONWRIGHT_POSTGRES: unrecognized configuration parameter "shared_bufers"\.$/m,
    ],
    [{ LESSONWRIGHT_WEB: '/nosuch' }, /^error {3}LESSONWRIGHT_WEB: \/nosuch has no built pages/m],
    // Root has the right to write there, but the kernel accepts nothing.
    [{ LESSONWRIGHT_DATA: '/proc/lessons' }, /^error {3}LESSONWRIGHT_DATA: \/proc cannot be written/m],
    [
      { LESSONWRIGHT_LOCAL_RUNNER: '1', LESSONWRIGHT_RUNNER_CAPACITY: '0' },
      /LESSONWRIGHT_RUNNER_CAPACITY: must be a whole number from 1 to 256/,
    ],
    [{ LESSONWRIGHT_RUNS_PER_PERSON: '0' }, /^error {3}LESSONWRIGHT_RUNS_PER_PERSON: must be a whole number of 1 or more$/m],
    [{ DATABASE_URL: 'postgresql://ada:p@ss/w@db/lessons' }, /^error {3}DATABASE_URL: can’t be read\. Percent-encode/m],
  ])('reports %j', async (env, expected) => {
    const { isFine, text } = await check(env);
    expect(isFine).toBe(false);
    expect(text).toMatch(expected);
  });

  it('accepts settings that PostgreSQL accepts', async () => {
    expect((await check({ LESSONWRIGHT_POSTGRES: 'shared_buffers=64MB' })).text).toContain('ok      The database is the built-in one.');
  });

  it('reports only the settings that cannot be read', async () => {
    expect(await check({ PORT: 'eighty' })).toEqual({ isFine: false, text: 'error   PORT: must be a whole number from 0 to 65535\n' });
  });
});
