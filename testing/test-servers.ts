import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { api, type Api } from '#app/contract/api.ts';
import { buildApp } from '#app/server/app.ts';
import { openPlatform, startWorkers } from '#app/server/open-platform.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import { readConfig } from '#platform/server/config.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createTestDatabasePlace } from './database.ts';
import { copyFirstContent } from './first-content.ts';
import { freePort } from './real-server.ts';
import { createTestBucket, type TestBucket } from './s3-server.ts';
import { sharedRunnerSettings } from './shared-runner.ts';
import { makePeople, type People, type TestRole } from './test-server.ts';

/** One of several servers on one database. */
export interface TestMember {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Where it listens, without a trailing slash. */
  readonly url: string;
  readonly client: (role: TestRole) => Client<Api>;
  readonly headers: (role: TestRole) => Record<string, string>;
  close(): Promise<void>;
}

export interface TestServers {
  /** The one with the repositories. */
  readonly git: TestMember;
  readonly web: readonly [TestMember, TestMember];
  readonly people: People;
  /** Settings that all of them share. */
  readonly shared: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A database, a bucket and a runner for several servers. Remove them. */
export async function createSharedParts({
  hasRunner = false,
  database = 'migrated',
}: { hasRunner?: boolean; database?: 'migrated' | 'empty' } = {}): Promise<{ env: Record<string, string>; remove: () => Promise<void> }> {
  const place = await createTestDatabasePlace(database);
  const bucket: TestBucket = await createTestBucket();
  const env = {
    DATABASE_URL: place.databaseUrl,
    LESSONWRIGHT_CHECK_REPLIES: '1',
    // The tests are the proxy in front of the servers.
    LESSONWRIGHT_TRUSTED_PROXIES: '127.0.0.1',
    LESSONWRIGHT_PUBLIC_URL: 'http://127.0.0.1:3000',
    ...bucket.env,
    ...(hasRunner ? await sharedRunnerSettings() : {}),
    LESSONWRIGHT_LOCAL_RUNNER: '0',
  };
  return {
    env,
    remove: async () => {
      await bucket.remove();
      await place.remove();
    },
  };
}

/** One server with the repositories and two without, on one database and one bucket, all in this process. Close them. */
export async function startTestServers(options: { hasRunner?: boolean } = {}): Promise<TestServers> {
  await using opened = new AsyncDisposableStack();
  const { env, remove } = await createSharedParts(options);
  opened.defer(remove);
  // Known once the first server has created them.
  const known: { tokens?: People['tokens'] } = {};
  const start = async (role: 'git' | 'web') => {
    const member = await startMember({ ...env, LESSONWRIGHT_ROLE: role }, () => known.tokens);
    opened.defer(() => member.close());
    return member;
  };
  const git = await start('git');
  const people = await makePeople(git.platform);
  known.tokens = people.tokens;
  const web = [await start('web'), await start('web')] as const;
  const running = opened.move();
  return { git, web, people, shared: env, close: () => running.disposeAsync() };
}

async function startMember(env: Readonly<Record<string, string>>, tokens: () => People['tokens'] | undefined): Promise<TestMember> {
  await using opened = new AsyncDisposableStack();
  const dataFolder = await mkdtemp(join(tmpdir(), 'lessonwright-member-'));
  opened.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const config = readConfig({
    ...env,
    PORT: String(await freePort()),
    LESSONWRIGHT_DATA: dataFolder,
    LESSONWRIGHT_WEB: join(dataFolder, 'no-web'),
  });
  const log = pino({ level: process.env['LESSONWRIGHT_LOG'] ?? 'silent' });
  if (config.server.role === 'git') await copyFirstContent(dataFolder);
  const database = await openDatabase({ ...config, log });
  opened.defer(() => database.close());
  const platform = await openPlatform({ config, log, database, sampleFolder: null }, opened);
  await startWorkers(platform);
  const app = await buildApp(platform, { searchPauseMs: 0 });
  opened.defer(() => app.close());
  await app.listen({ host: config.host, port: config.port });
  const url = `http://127.0.0.1:${config.port}`;
  const running = opened.move();
  const headers = (role: TestRole): Record<string, string> => {
    const token = role === 'nobody' ? undefined : tokens()?.[role];
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  };
  let isClosed = false;
  return {
    app,
    platform,
    url,
    headers,
    client: (role) => createClient(api, { baseUrl: url, headers: headers(role) }),
    close: async () => {
      if (!isClosed) await running.disposeAsync();
      isClosed = true;
    },
  };
}
