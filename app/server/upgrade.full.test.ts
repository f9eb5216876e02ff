import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client as PgClient } from 'pg';
import { expect, it, vi } from 'vitest';
import { api } from '#app/contract/api.ts';
import { createClient } from '#platform/contract/client.ts';
import { settingsOf, startCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { checkOutEarlier, EARLIER_PROGRAM, PREVIOUS_RELEASE, SIDE_BY_SIDE_COMMIT } from '#testing/earlier-versions.ts';
import { changeIdsAtHost, changeStates, gitHolder } from '#testing/pushed-changes.ts';
import { OWNER, RealServer, signUpOwner } from '#testing/real-server.ts';
import { createSharedParts } from '#testing/test-servers.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const WAIT = { timeout: 300_000, interval: 100 };
const run = promisify(execFile);

const missing = (revision: string) => `${revision} isn't in this clone: fetch its history (git fetch --unshallow --tags).`;

it('a product of the previous release is upgraded with its data folder', async ({ skip }) => {
  await using cleanup = new AsyncDisposableStack();
  const { version, commit } = PREVIOUS_RELEASE;
  const folder = await checkOutEarlier([`v${version}`, commit], 'own');
  if (folder === null) return skip(missing(`v${version} (${commit})`));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await RealServer.create({ LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_LOCAL_RUNNER: '0' }, join(folder, EARLIER_PROGRAM));
  cleanup.defer(() => server.remove());
  expect(server.output).toContain(`Lessonwright ${version} is at`);
  const owner = await server.setUpOwner();
  const { id } = await owner.createLesson({ body: { sequence: 901, title: 'Begun' } });
  const { newScreenId: screenId } = await owner.createScreen({ params: { id }, body: { sequence: 1 } });
  const params = { lessonId: id, screenId };
  await owner.saveScreen({ params, body: { title: 'By the previous release', body_markdown: 'Some *text*' } });
  await vi.waitUntil(async () => (await screenFiles(server)).includes('By the previous release'), WAIT);
  // One save that may not be in git yet.
  await owner.saveScreen({ params, body: { title: 'Saved before the upgrade' } });
  await server.stop();

  await server.start(join(REPOSITORY, 'app/server/main.ts'));
  expect(await owner.getUser()).toMatchObject({ email: OWNER.email, role: 'owner' });
  expect(await owner.getScreen({ params })).toMatchObject({ title: 'Saved before the upgrade', body_markdown: 'Some *text*' });
  await vi.waitUntil(async () => (await screenFiles(server)).includes('Saved before the upgrade'), WAIT);
  await owner.saveScreen({ params, body: { title: 'By this version' } });
  await vi.waitUntil(async () => (await screenFiles(server)).includes('By this version'), WAIT);
}, 600_000);

/** The texts of all screen files of all branches of the built-in code host. */
async function screenFiles({ dataFolder }: RealServer): Promise<string> {
  const git = (...args: string[]) => run('git', ['--git-dir', join(dataFolder, 'content.git'), ...args]);
  const branches = (await git('for-each-ref', '--format=%(refname)', 'refs/heads')).stdout.split('\n').filter((name) => name !== '');
  const found = await Promise.all(
    branches.map((branch) =>
      git('grep', '-h', '', branch, '--', '*screen.yaml').then(
        ({ stdout }) => stdout,
        () => '',
      ),
    ),
  );
  return found.join('\n');
}

it('servers of this and the earlier version work side by side on one database', async ({ skip }) => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await checkOutEarlier([SIDE_BY_SIDE_COMMIT], 'shared');
  if (folder === null) return skip(missing(SIDE_BY_SIDE_COMMIT));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const host = cleanup.use(await startCodeHost('gitea', { isEmpty: true }));
  const shared = await createSharedParts({ database: 'empty' });
  cleanup.defer(() => shared.remove());
  const database = new PgClient(shared.env['DATABASE_URL']);
  await database.connect();
  cleanup.defer(() => database.end());
  const start = (role: 'git' | 'web', program?: string): Promise<RealServer> => {
    const starting = RealServer.create({ ...shared.env, ...settingsOf(host), LESSONWRIGHT_SAMPLE: '0', LESSONWRIGHT_ROLE: role }, program);
    cleanup.defer(() => starting.then((server) => server.remove()));
    return starting;
  };
  const migrations = async () => (await database.query('select name from kysely_migration')).rows.length;

  // The earlier version, alone.
  const earlier = join(folder, EARLIER_PROGRAM);
  const oldGit = await start('git', earlier);
  const oldWeb = await start('web', earlier);
  const before = await migrations();
  const owner = await signUpOwner(oldWeb.url, await oldGit.setupToken());
  const { token } = await owner.createToken({ body: { name: 'other' } });
  const headers = { authorization: `Bearer ${token}` };
  const through = ({ url }: RealServer) => createClient(api, { baseUrl: url, headers });
  const { id } = await owner.createLesson({ body: { sequence: 901, title: 'Begun' } });
  const { newScreenId: screenId } = await owner.createScreen({ params: { id }, body: { sequence: 1 } });
  const save = async (server: RealServer, title: string) => {
    await through(server).saveScreen({ params: { lessonId: id, screenId }, body: { title } });
    for (const each of servers) expect((await through(each).getScreen({ params: { lessonId: id, screenId } })).title).toBe(title);
  };
  const allPushedOnce = async () => {
    await vi.waitUntil(async () => [...(await changeStates(database)).values()].every((state) => state === 'pushed'), WAIT);
    expect((await changeIdsAtHost(host)).toSorted()).toEqual([...(await changeStates(database)).keys()].toSorted());
  };
  let servers = [oldWeb, oldGit];
  await save(oldWeb, 'By the earlier version');

  // This one beside it. Its migrations run while the earlier one works.
  const newWeb = await start('web');
  expect(await migrations()).toBeGreaterThan(before);
  const newGit = start('git');
  servers = [oldWeb, newWeb, oldGit];
  for (let count = 1; count <= 3; count += 1) {
    await save(oldWeb, `By the earlier version ${count}`);
    await save(newWeb, `By this version ${count}`);
  }
  await allPushedOnce();
  // Forwarded from each version to the other one.
  await through(newWeb).syncLesson({ params: { id }, body: {} });

  // The earlier version is stopped, the one that writes to git first.
  await oldGit.stop();
  const holder = await newGit;
  servers = [oldWeb, newWeb, holder];
  expect(await gitHolder(database)).toBe(holder.url);
  await save(oldWeb, 'With the earlier version only here');
  await allPushedOnce();
  await through(oldWeb).syncLesson({ params: { id }, body: {} });
  await oldWeb.stop();
  servers = [newWeb, holder];
  await save(newWeb, 'By this version alone');
  await allPushedOnce();
}, 400_000);
