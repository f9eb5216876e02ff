import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { api, type Api } from '#app/contract/api.ts';
import { buildApp } from '#app/server/app.ts';
import { startWorkersWithoutGit } from '#app/server/features.ts';
import { openPlatform, startWorkers } from '#app/server/open-platform.ts';
import { createToken } from '#features/accounts/server/tokens.ts';
import type { User } from '#features/accounts/server/user-queries.ts';
import { toActor } from '#features/accounts/server/users.ts';
import { commitChangesQueue, pushBranchQueue, mergeRemoteQueue } from '#features/changes/server/queues.ts';
import { buildPackagesQueue } from '#features/packages/server/queues.ts';
import { lookAtReleaseQueue } from '#features/preflight/server/queues.ts';
import { deployLessonQueue } from '#features/publishing/server/deploys/queues.ts';
import { importMainQueue } from '#features/sync/server/queues.ts';
import { syncPullQueue } from '#features/webhooks/server/queues.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import type { Actor, Role } from '#platform/contract/roles.ts';
import { readConfig } from '#platform/server/config.ts';
import type { Jobs } from '#platform/server/jobs.ts';
import type { Platform } from '#platform/server/platform.ts';
import { createTestDatabase } from './database.ts';
import { buildUser } from './factories.ts';
import { copyFirstContent } from './first-content.ts';
import { writeFolderCopy } from './folder-copy.ts';
import { SAMPLE_FOLDER, sampleProduct } from './sample-product.ts';
import { sharedRunnerSettings } from './shared-runner.ts';

/** The caller; `nobody` is signed out. */
export type TestRole = TestPerson | 'nobody';
/** Those whom every test server has. */
type TestPerson = Extract<Role, 'owner' | 'staff' | 'external'>;

export interface TestServer {
  readonly app: FastifyInstance;
  readonly platform: Platform;
  /** Address of its database, for a second process. */
  readonly databaseUrl: string;
  /** One person per role; none if the server was started without accounts. */
  readonly users: Readonly<Record<TestPerson, User>>;
  /** Typed calls of a person with this role, who has a personal token. */
  client(role: TestRole): Client<Api>;
  /** Another person, with their own drafts: tests of one server that each take one don't meet. */
  newPerson(role?: Role): Promise<Person>;
  /** Typed calls with these headers: a cookie, another person's token. */
  clientWith(headers: Record<string, string>): Client<Api>;
  /** Headers that authenticate this role. */
  headers(role: TestRole): Record<string, string>;
  inject(options: InjectOptions | string): Promise<LightMyRequestResponse>;
  /** Opens a port for browsers and WebSockets; returns the address without a trailing slash. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

export interface Person {
  readonly user: User;
  readonly actor: Actor;
  /** Branch of their drafts, once they have some. */
  readonly branch: string;
  readonly client: Client<Api>;
  readonly headers: Record<string, string>;
}

export interface TestServerOptions {
  /** Settings that override those of tests. */
  env?: Readonly<Record<string, string>>;
  /** False: there are no accounts, as on first start. */
  hasAccounts?: boolean;
  /** Initial contents of the content repository; null: empty. The product's own sample is imported already. */
  sampleFolder?: string | null;
  /** Code can be run. The runner is shared with other servers of this process. */
  hasRunner?: boolean;
  /**
   * False: saves are accepted, but no jobs run. `without git`: only jobs that commit, push or import don't, which is cheaper where a
   * test doesn't look at git.
   */
  hasWorkers?: boolean | 'without git';
  /** Receives every line of the log, at all levels. */
  logTo?: DestinationStream;
}

/** The whole server on a new database and a new data folder, called without a port. Close it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  await using opened = new AsyncDisposableStack();
  const isHosted = options.env?.['LESSONWRIGHT_CODE_HOST'] !== undefined;
  const sampleFolder = options.sampleFolder ? resolve(options.sampleFolder) : null;
  const sample = sampleFolder === SAMPLE_FOLDER && !isHosted ? await sampleProduct() : null;
  const database = await createTestDatabase(sample?.database);
  opened.defer(() => database.close());
  const log = options.logTo ? pino({ level: 'trace' }, options.logTo) : pino({ level: process.env['LESSONWRIGHT_LOG'] ?? 'silent' });
  const config = readConfig({
    LESSONWRIGHT_DATA: database.dataFolder,
    LESSONWRIGHT_WEB: join(database.dataFolder, 'no-web'),
    LESSONWRIGHT_CHECK_REPLIES: '1',
    LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
    ...(options.hasRunner === true ? await sharedRunnerSettings() : { LESSONWRIGHT_LOCAL_RUNNER: '0' }),
    ...options.env,
  });
  if (sample) writeFolderCopy(sample.folder, database.dataFolder);
  else if (sampleFolder === null && !isHosted) await copyFirstContent(database.dataFolder);
  const platform = await openPlatform({ config, log, database, sampleFolder }, opened);
  const { hasWorkers = true } = options;
  if (hasWorkers === true) await startWorkers(platform);
  else await openChangeQueues(platform.jobs);
  if (hasWorkers === 'without git') await startWorkersWithoutGit(platform);
  const app = await buildApp(platform, { searchPauseMs: 0 });
  opened.defer(() => app.close());
  const { users, tokens } = options.hasAccounts === false ? NOBODY : await makePeople(platform);
  const running = opened.move();
  let people = 0;

  const headers = (role: TestRole): Record<string, string> => (role === 'nobody' ? {} : { authorization: `Bearer ${tokens[role]}` });
  const clientWith = (given: Record<string, string>) => createClient(api, { headers: given, fetch: fetchFrom(app) });
  return {
    app,
    platform,
    databaseUrl: database.databaseUrl,
    users,
    headers,
    clientWith,
    client: (role) => clientWith(headers(role)),
    newPerson: async (role = 'staff') => {
      const name = `${role}${(people += 1)}`;
      const { user, token } = await makePerson(platform, { role, name });
      const own = { authorization: `Bearer ${token}` };
      return { user, actor: toActor(user), branch: `drafts/${name}-example-org`, client: clientWith(own), headers: own };
    },
    inject: (request) => app.inject(request),
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    close: () => running.disposeAsync(),
  };
}

/** What a browser would send back after this reply. */
export function cookieOf(reply: Pick<LightMyRequestResponse, 'headers'>): string {
  return [reply.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '';
}

/** One person per role, with a personal token. */
export interface People {
  users: Record<TestPerson, User>;
  tokens: Record<TestPerson, string>;
}

/** Without accounts, every lookup finds nothing. */
const NOBODY = { users: {}, tokens: {} } as People;

async function openChangeQueues(jobs: Jobs): Promise<void> {
  for (const queue of [
    commitChangesQueue,
    pushBranchQueue,
    buildPackagesQueue,
    deployLessonQueue,
    importMainQueue,
    lookAtReleaseQueue,
    mergeRemoteQueue,
    syncPullQueue,
  ])
    await jobs.open(queue);
}

/** Creates one person per role. */
export async function makePeople(platform: Platform): Promise<People> {
  const make = (role: Role) => makePerson(platform, { role, name: role });
  const [owner, staff, external] = [await make('owner'), await make('staff'), await make('external')];
  return {
    users: { owner: owner.user, staff: staff.user, external: external.user },
    tokens: { owner: owner.token, staff: staff.token, external: external.token },
  };
}

async function makePerson(platform: Platform, { role, name }: { role: Role; name: string }): Promise<{ user: User; token: string }> {
  const user = await buildUser(platform.db, { role, email: `${name}@example.org`, name: `Test ${name}` });
  return { user, ...(await createToken(platform, toActor(user), { name: 'test', address: 'test' })) };
}

/** `fetch` into the server without a port. */
function fetchFrom(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    const request = new Request(new URL(url, 'http://127.0.0.1'), init);
    const body = await request.text();
    const reply = await app.inject({
      method: request.method as 'GET',
      url,
      headers: { ...Object.fromEntries(request.headers), host: '127.0.0.1' },
      ...(body === '' ? {} : { payload: body }),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) for (const one of [value].flat()) headers.append(name, String(one));
    return new Response(reply.rawPayload.length === 0 ? null : new Uint8Array(reply.rawPayload), { status: reply.statusCode, headers });
  };
}
