import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_FOLDER } from '#platform/server/database/database.ts';
import { buildUser } from '#testing/factories.ts';
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

  it.each([
    [[], 'command-line.ts token <email>'],
    [['invite', 'ada@example.org', 'extra'], 'command-line.ts invite <email>'],
    [['backup'], 'command-line.ts backup <file>'],
    [['move'], 'command-line.ts move --database'],
    [['move', '--blobs', 'elsewhere'], 'command-line.ts move --blobs <s3|folder>'],
    [['token', 'eve@example.org'], 'No user with access has the address eve@example.org.'],
    [['delete', 'ada@example.org'], 'command-line.ts token <email>'],
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

  it('reports only the settings that cannot be read', async () => {
    expect(await check({ PORT: 'eighty' })).toEqual({ isFine: false, text: 'error   PORT: must be a number\n' });
  });
});
