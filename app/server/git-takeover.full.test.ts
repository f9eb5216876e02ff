import { Client as PgClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, type Api } from '#app/contract/api.ts';
import { createClient, type Client } from '#platform/contract/client.ts';
import { HOST_TOKEN, settingsOf, startCodeHost, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { changeIdsAtHost, changeStates, gitHolder } from '#testing/pushed-changes.ts';
import { RealServer, signUpOwner } from '#testing/real-server.ts';
import { createSharedParts } from '#testing/test-servers.ts';

// Real processes that are killed. Each has its own disk.

const WAIT = { timeout: 300_000, interval: 100 };

let host: TestCodeHost;
let shared: Awaited<ReturnType<typeof createSharedParts>>;
let database: PgClient;
let cleanup: AsyncDisposableStack;
beforeEach(async () => {
  cleanup = new AsyncDisposableStack();
  host = await startCodeHost('gitea', { isEmpty: true });
  cleanup.defer(() => host[Symbol.asyncDispose]());
  shared = await createSharedParts();
  cleanup.defer(() => shared.remove());
  database = new PgClient(shared.env['DATABASE_URL']);
  await database.connect();
  cleanup.defer(() => database.end());
});
afterEach(() => cleanup.disposeAsync());

/** Started, or waiting for its turn. */
function start(role: 'git' | 'web'): Promise<RealServer> {
  const starting = RealServer.create({ ...shared.env, ...settingsOf(host), LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_ROLE: role });
  cleanup.defer(() => starting.then((server) => server.remove()));
  return starting;
}

async function expectAllPushedOnce(): Promise<void> {
  await vi.waitUntil(async () => [...(await changeStates(database)).values()].every((state) => state === 'pushed'), WAIT);
  expect((await changeIdsAtHost(host)).toSorted()).toEqual([...(await changeStates(database)).keys()].toSorted());
}

async function titleAtHost(): Promise<string> {
  const [branch = ''] = (await host.repository.text(['for-each-ref', '--format=%(refname)', 'refs/heads/drafts/'])).split('\n');
  const files = (await host.repository.text(['ls-tree', '-r', '--name-only', branch]))
    .split('\n')
    .filter((path) => /^lessons\/901-[^/]*\/lesson\.yaml$/.test(path));
  return host.repository.text(['show', `${branch}:${files[0] ?? ''}`]);
}

describe('the server that writes to git', () => {
  it('is killed with its disk: another one commits everything once', async () => {
    const first = await start('git');
    const [web, otherWeb] = await Promise.all([start('web'), start('web')]);
    const waiting = start('git');
    const owner = await signUpOwner(web.url, await first.setupToken());
    const { token } = await owner.createToken({ body: { name: 'other' } });
    const through = (server: RealServer): Client<Api> =>
      createClient(api, { baseUrl: server.url, headers: { authorization: `Bearer ${token}` } });
    const { id } = await owner.createLesson({ body: { sequence: 901, title: 'Begun' } });
    const save = (server: RealServer, title: string) => through(server).saveLesson({ params: { id }, body: { title } });
    await save(web, 'Pushed');
    await expectAllPushedOnce();

    // Committed on the disk that will be lost, but not pushed.
    host.tokens.delete(HOST_TOKEN);
    for (let count = 1; count <= 5; count += 1) await save(web, `Committed ${count}`);
    await vi.waitUntil(async () => [...(await changeStates(database)).values()].includes('committed'), WAIT);
    const killed = first.kill();
    // Acknowledged although no server writes to git.
    for (let count = 1; count <= 5; count += 1) await save(count % 2 === 0 ? web : otherWeb, `Saved ${count}`);
    await killed;
    host.tokens.set(HOST_TOKEN, 'lessonwright');
    const second = await waiting;
    expect(await gitHolder(database)).toBe(second.url);
    await expectAllPushedOnce();
    expect(await titleAtHost()).toContain('Saved 5');
    await through(otherWeb).syncLesson({ params: { id }, body: {} });

    // A server without repositories can be killed at any time.
    await web.kill();
    await save(otherWeb, 'After a web server');
    await through(otherWeb).syncLesson({ params: { id }, body: {} });

    // The first one comes back with an outdated disk, waits, and takes over when the second one is stopped.
    const again = first.start();
    await save(otherWeb, 'Before the change');
    await second.stop();
    await again;
    await save(otherWeb, 'After the change');
    await expectAllPushedOnce();
    expect(await gitHolder(database)).toBe(first.url);
    expect(await titleAtHost()).toContain('After the change');
    await through(otherWeb).syncLesson({ params: { id }, body: {} });
  }, 400_000);
});
